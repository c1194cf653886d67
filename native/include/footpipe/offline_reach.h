/* Reach in offline.h, by the alternating direction method of multipliers.
 *
 * Spans near the end of their reach get a spring to a point within it, which costs one more factor and then a few
 * solves: each moves the points. All spans are looked at again afterwards.
 */
#ifndef FOOTPIPE_OFFLINE_REACH_H
#define FOOTPIPE_OFFLINE_REACH_H

#include <math.h>

#include "footpipe/offline_form.h"

typedef struct {
    int rounds;  /* solves of the system */
    int watched; /* spans that got a spring */
    double over; /* m, farthest that a span stayed past its reach */
} fp_offline_report;

enum { FP_OFFLINE_PASSES = 8, FP_OFFLINE_ROUNDS = 200 };
#define FP_SPRING 1000.0 /* 1/s^2 */
#define FP_OVER_RELAXED 1.7
#define FP_LOWEST 0.5 /* of a span's height */

/* Shift of a part in a frame, m. */
static inline fp_vec fp_offline_shift(const fp_offline *work, int frame, int part) {
    const double *moved = work->moved + 2 * (ptrdiff_t)fp_offline_unknown(work, frame, part);
    double y = part ? work->clip->raised[fp_offline_at(work->clip, frame, part - 1)] : work->raised[frame];
    return fp_vec_make(moved[0] + fp_offline_offset(work, frame, part, 0), y,
                       moved[1] + fp_offline_offset(work, frame, part, 1));
}

/* A span, hip - ankle, as it has become. */
static inline fp_vec fp_offline_span(const fp_offline *work, ptrdiff_t span) {
    int frame = (int)(span / work->clip->toes), part = 1 + (int)(span % work->clip->toes);
    fp_vec shift = fp_sub(fp_offline_shift(work, frame, 0), fp_offline_shift(work, frame, part));
    return fp_add(fp_vec_load(work->clip->spans + 3 * span), shift);
}

/* m, how much higher the hip has to be for a span to keep its length where it stands now in the plane. A span
 * that has become almost level keeps at least LOWEST of its height. */
static inline double fp_offline_level(const fp_offline *work, ptrdiff_t span) {
    const double *before = work->clip->spans + 3 * span;
    fp_vec now = fp_offline_span(work, span);
    double flat0 = before[0] * before[0] + before[2] * before[2], flat = now.x * now.x + now.z * now.z;
    double height2 = before[1] * before[1], change = fmax(flat0 - flat, (FP_LOWEST * FP_LOWEST - 1.0) * height2);
    return change / (sqrt(height2 + change) + fabs(before[1]) + 1e-300);
}

static inline void fp_offline_levels(fp_offline *work) {
    const fp_offline_clip *clip = work->clip;
    for (int i = 0; i < clip->frames; i++) {
        double share = fp_frame_share(clip->steps, clip->frames, i, work->mean_step);
        work->level[i] = 0.0;
        for (int toe = 0; toe < clip->toes; toe++)
            work->level[i] += share * work->weights->length * fp_offline_level(work, fp_offline_at(clip, i, toe));
    }
}

/* The point nearest to q that is within reach. */
static inline fp_vec fp_offline_within(fp_vec q, double reach) {
    double length = fp_length(q);
    return length > reach ? fp_scale(q, reach / length) : q;
}

/* m, farthest that any span goes past its reach. */
static inline double fp_offline_over(const fp_offline *work) {
    double over = 0.0;
    for (ptrdiff_t span = 0; span < (ptrdiff_t)work->clip->frames * work->clip->toes; span++)
        over = fmax(over, fp_length(fp_offline_span(work, span)) - work->clip->reach[span]);
    return over;
}

/* Gives a spring to every span that is nearer to its end than `watch`. */
static inline void fp_offline_watch(fp_offline *work, double watch) {
    for (ptrdiff_t span = 0; span < (ptrdiff_t)work->clip->frames * work->clip->toes; span++) {
        fp_vec q = fp_offline_span(work, span);
        if (work->is_watched[span] || fp_length(q) <= work->clip->reach[span] - watch)
            continue;
        work->is_watched[span] = 1;
        fp_vec_store(work->to + 3 * (ptrdiff_t)work->springs, fp_offline_within(q, work->clip->reach[span]));
        fp_vec_store(work->debt + 3 * (ptrdiff_t)work->springs, fp_vec_make(0.0, 0.0, 0.0));
        work->watched[work->springs++] = (int)span;
    }
}

/* The matrices with the springs, factored. */
static inline void fp_offline_factor(fp_offline *work) {
    ptrdiff_t stored = work->plane.n ? work->plane.diagonal[work->plane.n - 1] + 1 : 0;
    memcpy(work->plane_factor.values, work->plane.values, (size_t)stored * sizeof(double));
    memcpy(work->height_factor.middle, work->height.middle, 3 * (size_t)work->height.n * sizeof(double));
    for (int k = 0; k < work->springs; k++) {
        int frame = work->watched[k] / work->clip->toes, part = 1 + work->watched[k] % work->clip->toes;
        int pelvis = fp_offline_unknown(work, frame, 0), toe = fp_offline_unknown(work, frame, part);
        fp_skyline_add(&work->plane_factor, pelvis, pelvis, FP_SPRING);
        fp_skyline_add(&work->plane_factor, toe, toe, FP_SPRING);
        fp_skyline_add(&work->plane_factor, pelvis, toe, -FP_SPRING);
        work->height_factor.middle[frame] += FP_SPRING;
    }
    fp_skyline_factor(&work->plane_factor);
    fp_pentadiagonal_factor(&work->height_factor);
}

/* A spring's part in the right-hand sides. */
static inline void fp_offline_pull(fp_offline *work, int k) {
    int frame = work->watched[k] / work->clip->toes, part = 1 + work->watched[k] % work->clip->toes;
    double *pelvis = work->moved + 2 * (ptrdiff_t)fp_offline_unknown(work, frame, 0);
    double *toe = work->moved + 2 * (ptrdiff_t)fp_offline_unknown(work, frame, part);
    fp_vec wanted = fp_sub(fp_vec_load(work->to + 3 * (ptrdiff_t)k), fp_vec_load(work->debt + 3 * (ptrdiff_t)k));
    fp_vec pull = fp_sub(wanted, fp_vec_load(work->clip->spans + 3 * (ptrdiff_t)work->watched[k]));
    pull.x += fp_offline_offset(work, frame, part, 0);
    pull.y += work->clip->raised[work->watched[k]];
    pull.z += fp_offline_offset(work, frame, part, 1);
    pull = fp_scale(pull, FP_SPRING);
    pelvis[0] += pull.x;
    pelvis[1] += pull.z;
    toe[0] -= pull.x;
    toe[1] -= pull.z;
    work->raised[frame] += pull.y;
}

/* The plane, and the pull of the springs on the pelvis' height. */
static inline void fp_offline_step_plane(fp_offline *work) {
    memcpy(work->moved, work->pull, 2 * (size_t)work->plane.n * sizeof(double));
    for (int i = 0; i < work->height.n; i++)
        work->raised[i] = work->lift[i];
    for (int k = 0; k < work->springs; k++)
        fp_offline_pull(work, k);
    fp_skyline_solve(&work->plane_factor, work->moved);
}

/* The pelvis' height, after the plane. */
static inline void fp_offline_step_height(fp_offline *work) {
    for (int i = 0; i < work->height.n; i++)
        work->raised[i] += work->level[i];
    fp_pentadiagonal_solve(&work->height_factor, work->raised);
}

/* Moves each spring's point. Returns how far a watched span is past its reach, m. */
static inline double fp_offline_settle(fp_offline *work) {
    double over = 0.0;
    for (int k = 0; k < work->springs; k++) {
        double reach = work->clip->reach[work->watched[k]], *to = work->to + 3 * (ptrdiff_t)k;
        double *debt = work->debt + 3 * (ptrdiff_t)k;
        fp_vec q = fp_offline_span(work, work->watched[k]), aim;
        over = fmax(over, fp_length(q) - reach);
        aim = fp_add(fp_scale(q, FP_OVER_RELAXED), fp_scale(fp_vec_load(to), 1.0 - FP_OVER_RELAXED));
        aim = fp_add(aim, fp_vec_load(debt));
        fp_vec_store(to, fp_offline_within(aim, reach));
        fp_vec_store(debt, fp_sub(aim, fp_vec_load(to)));
    }
    return over;
}

/* Springs until all spans are within reach, or patience is at an end. */
static inline void fp_offline_reach(fp_offline *work, fp_offline_report *report) {
    for (int pass = 0; pass < FP_OFFLINE_PASSES; pass++) {
        double slack = work->clip->slack;
        report->over = fp_offline_over(work);
        if (report->over <= slack)
            return;
        fp_offline_levels(work);
        fp_offline_watch(work, work->clip->watch / (1 + pass));
        fp_offline_factor(work);
        for (int round = 0; round < FP_OFFLINE_ROUNDS; round++) {
            fp_offline_step_plane(work);
            fp_offline_step_height(work);
            report->rounds++;
            if (fp_offline_settle(work) <= slack)
                break;
        }
    }
    report->over = fp_offline_over(work);
}

#endif
