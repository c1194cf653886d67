/* Locking with the whole clip at hand: where pelvis and toes go so that a toe in contact stands still.
 *
 *   min  sum  velocity |d'|^2 + acceleration |d''|^2 + place |d|^2      d: shifts of pelvis and toes
 *           + pose |r|^2 + calm |r''|^2 + hold |pelvis|^2               from the input, r = toe - pelvis, m
 *   with |hip + pelvis - ankle - toe| <= reach                          in every frame and limb
 *
 * in the plane. The toes' shifts in height are given (toe_heights.h); the pelvis' follows from them by the same
 * terms, and by `length`, which wants hips as high as keeps every span as long as it was. Sums are
 * over frames and weighted by the time that a frame stands for, so the rate drops out.
 *
 * A toe in contact is one unknown for the whole contact: it stands still exactly, and the more there is
 * of contact the smaller the system. Differences within a contact are none and left out. In the order of
 * time, each contact at its end, every row but those reaches back two frames and a skyline (skyline.h)
 * holds the rest: time and memory are linear in the frames. x and z share one factor, the pelvis' height
 * has its own (pentadiagonal.h).
 *
 * Reach is kept by the alternating direction method of multipliers: frames near the end of their reach
 * get a spring to a point within it, which costs one more factor and then a few solves. All frames
 * are looked at again afterwards.
 *
 * No allocation: the caller gives index, first, diagonal and an arena of fp_offline_room().
 */
#ifndef FOOTPIPE_OFFLINE_H
#define FOOTPIPE_OFFLINE_H

#include <math.h>

#include "footpipe/pentadiagonal.h"
#include "footpipe/skyline.h"
#include "footpipe/vec.h"

/* How a toe stands in a frame. */
enum { FP_FREE = 0, FP_LOCKED = 1, FP_GRIPPED = 2 /* in contact, but may slide a little */ };

typedef struct {
    fp_smoothness smooth;
    double place;       /* 1/s^2, both shifts themselves */
    double pose;        /* 1/s^2, the difference of the toe's shift and the pelvis' */
    double calm;        /* s^2, the acceleration of that difference: what would shake the leg moves the pelvis */
    double hold;        /* 1/s^2, the pelvis' shift in the plane */
    double hold_height; /* 1/s^2, in height */
    double length;      /* 1/s^2, the pelvis' height against the one that keeps the spans' lengths */
    double grip;        /* weight of a gripped toe's velocity */
} fp_offline_weights;

typedef struct {
    int frames, toes;
    const double *places;       /* (F, T, 3) m, the toes in the input, world */
    const double *spans;        /* (F, T, 3) m, hip - ankle in the input */
    const double *reach;        /* (F, T) m, the longest that a span may become */
    const double *raised;       /* (F, T) m, the toes' shifts in height */
    const unsigned char *state; /* (F, T) FP_FREE, FP_LOCKED, FP_GRIPPED */
    const double *steps;        /* (F) s, from each frame's forerunner to it */
    double slack;               /* m, how far past its reach a span may stay */
    double watch;               /* m before the end of its reach from which a span is watched */
} fp_offline_clip;

typedef struct {
    int rounds;  /* solves of the system */
    int watched; /* spans that got a spring */
    double over; /* m, farthest that a span stayed past its reach */
} fp_offline_report;

enum { FP_OFFLINE_PASSES = 8, FP_OFFLINE_ROUNDS = 200 };
#define FP_SPRING 1000.0 /* 1/s^2 */
#define FP_OVER_RELAXED 1.7
#define FP_LOWEST 0.5 /* of a span's height */

/* --- unknowns --- */

static inline ptrdiff_t fp_offline_at(const fp_offline_clip *clip, int frame, int toe) {
    return (ptrdiff_t)frame * clip->toes + toe;
}

/* A toe's frames of one contact get the unknown `unknown`, from the last frame back. */
static inline void fp_offline_number_contact(const fp_offline_clip *clip, int last, int toe, int unknown, int *index) {
    for (int i = last; i >= 0 && clip->state[fp_offline_at(clip, i, toe)] == FP_LOCKED; i--)
        index[(ptrdiff_t)i * (clip->toes + 1) + 1 + toe] = unknown;
}

/* index  OUT  (F, 1 + T): the unknown of the pelvis and of each toe in each frame
 * Returns how many unknowns there are.
 */
static inline int fp_offline_number(const fp_offline_clip *clip, int *index) {
    int unknowns = 0, wide = clip->toes + 1;
    for (int i = 0; i <= clip->frames; i++) {
        for (int toe = 0; toe < clip->toes && i > 0; toe++) {
            int was = clip->state[fp_offline_at(clip, i - 1, toe)] == FP_LOCKED;
            int goes_on = i < clip->frames && clip->state[fp_offline_at(clip, i, toe)] == FP_LOCKED;
            if (was && !goes_on)
                fp_offline_number_contact(clip, i - 1, toe, unknowns++, index);
        }
        if (i == clip->frames)
            break;
        index[(ptrdiff_t)i * wide] = unknowns++;
        for (int toe = 0; toe < clip->toes; toe++)
            if (clip->state[fp_offline_at(clip, i, toe)] != FP_LOCKED)
                index[(ptrdiff_t)i * wide + 1 + toe] = unknowns++;
    }
    return unknowns;
}

/* first  OUT  (unknowns): how far each row reaches back */
static inline void fp_offline_link(const fp_offline_clip *clip, const int *index, int unknowns, int *first) {
    int wide = clip->toes + 1;
    for (int k = 0; k < unknowns; k++)
        first[k] = k;
    for (int i = 0; i < clip->frames; i++)
        for (int part = 0; part < wide; part++) {
            const int *own = index + (ptrdiff_t)i * wide + part;
            fp_skyline_link(first, *own, index[(ptrdiff_t)i * wide]);
            for (int back = 1; back <= 2 && back <= i; back++) {
                const int *pelvis = index + (ptrdiff_t)(i - back) * wide, *before = pelvis + part;
                fp_skyline_link(first, *own, *before);
                fp_skyline_link(first, *own, *pelvis);
                fp_skyline_link(first, index[(ptrdiff_t)i * wide], *before);
            }
        }
}

/* --- the work --- */

typedef struct {
    const fp_offline_clip *clip;
    const fp_offline_weights *weights;
    const int *index;
    double mean_step;
    fp_skyline plane, plane_factor;
    fp_pentadiagonal height, height_factor;
    double *base;              /* (unknowns, 2) m: the place that an unknown is told from */
    double *pull;              /* (unknowns, 2) right-hand side */
    double *lift;              /* (F) right-hand side of the pelvis' height */
    double *level;             /* (F) the part of it that keeps the spans' lengths */
    double *moved;             /* (unknowns, 2) m, solution: x, z */
    double *raised;            /* (F) m, solution: the pelvis' height */
    double *to, *debt;         /* (watched, 3) m: each watched span's point within reach, and what is owed to it */
    int *watched;              /* (watched) which span: frame * T + toe */
    unsigned char *is_watched; /* (F, T) */
    int springs;
} fp_offline;

/* Doubles that the arena must hold. */
static inline ptrdiff_t fp_offline_room(const fp_offline_clip *clip, int unknowns, ptrdiff_t stored) {
    ptrdiff_t frames = clip->frames, spans = frames * clip->toes;
    return 2 * stored + 6 * (ptrdiff_t)unknowns + 9 * frames + 8 * spans;
}

static inline double *fp_take(double **arena, ptrdiff_t count) {
    double *taken = *arena;
    *arena += count;
    return taken;
}

static inline fp_pentadiagonal fp_take_pentadiagonal(double **arena, int n) {
    fp_pentadiagonal m;
    m.n = n;
    m.middle = fp_take(arena, n);
    m.beside = fp_take(arena, n);
    m.beyond = fp_take(arena, n);
    return m;
}

static inline void fp_offline_lay_out(fp_offline *work, double *arena, ptrdiff_t stored) {
    int n = work->clip->frames;
    ptrdiff_t spans = (ptrdiff_t)n * work->clip->toes, unknowns = work->plane.n;
    work->plane.values = fp_take(&arena, stored);
    work->plane_factor = work->plane;
    work->plane_factor.values = fp_take(&arena, stored);
    work->height = fp_take_pentadiagonal(&arena, n);
    work->height_factor = fp_take_pentadiagonal(&arena, n);
    work->base = fp_take(&arena, 2 * unknowns);
    work->pull = fp_take(&arena, 2 * unknowns);
    work->moved = fp_take(&arena, 2 * unknowns);
    work->lift = fp_take(&arena, n);
    work->level = fp_take(&arena, n);
    work->raised = fp_take(&arena, n);
    work->to = fp_take(&arena, 3 * spans);
    work->debt = fp_take(&arena, 3 * spans);
    work->watched = (int *)fp_take(&arena, spans);
    work->is_watched = (unsigned char *)fp_take(&arena, spans);
    memset(work->plane.values, 0, (size_t)stored * sizeof(double));
    memset(work->base, 0, (size_t)(4 * unknowns) * sizeof(double)); /* base and pull */
    memset(work->lift, 0, 2 * (size_t)n * sizeof(double));          /* lift and level */
    memset(work->is_watched, 0, (size_t)spans);
    fp_pentadiagonal_zero(&work->height);
}

/* part 0 is the pelvis, 1 + toe a toe */
static inline int fp_offline_unknown(const fp_offline *work, int frame, int part) {
    return work->index[(ptrdiff_t)frame * (work->clip->toes + 1) + part];
}

static inline int fp_offline_is_locked(const fp_offline *work, int frame, int part) {
    return part > 0 && work->clip->state[fp_offline_at(work->clip, frame, part - 1)] == FP_LOCKED;
}

/* What a part's place is told from, less its place in the input, along x (axis 0) or z (1): 0 while free. */
static inline double fp_offline_offset(const fp_offline *work, int frame, int part, int axis) {
    if (!fp_offline_is_locked(work, frame, part))
        return 0.0;
    return work->base[2 * fp_offline_unknown(work, frame, part) + axis] -
           work->clip->places[3 * fp_offline_at(work->clip, frame, part - 1) + 2 * axis];
}

/* Contacts are told from the mean of their places, so that the numbers stay small. */
static inline void fp_offline_bases(fp_offline *work) {
    const fp_offline_clip *clip = work->clip;
    for (int toe = 0; toe < clip->toes; toe++)
        for (int i = 0, start = 0; i < clip->frames; i++) {
            double *base = work->base + 2 * (ptrdiff_t)fp_offline_unknown(work, i, 1 + toe);
            const double *place = clip->places + 3 * fp_offline_at(clip, i, toe);
            if (!fp_offline_is_locked(work, i, 1 + toe))
                continue;
            if (i == 0 || !fp_offline_is_locked(work, i - 1, 1 + toe))
                start = i;
            base[0] += (place[0] - base[0]) / (i - start + 1);
            base[1] += (place[2] - base[1]) / (i - start + 1);
        }
}

/* --- the quadratic form --- */

/* weight * |sum of coefficient * unknown + constant|^2 over up to six (frame, part) */
typedef struct {
    int count, unknown[6];
    double coefficient[6], constant[2];
} fp_offline_term;

static inline void fp_offline_include(const fp_offline *work, fp_offline_term *term, int frame, int part, double c) {
    int unknown = fp_offline_unknown(work, frame, part), k = 0;
    for (int axis = 0; axis < 2; axis++)
        term->constant[axis] += c * fp_offline_offset(work, frame, part, axis);
    while (k < term->count && term->unknown[k] != unknown)
        k++;
    if (k == term->count) {
        term->unknown[k] = unknown;
        term->coefficient[k] = 0.0;
        term->count++;
    }
    term->coefficient[k] += c;
}

static inline void fp_offline_add(fp_offline *work, const fp_offline_term *term, double weight) {
    for (int k = 0; k < term->count; k++) {
        double wc = weight * term->coefficient[k];
        double *pull = work->pull + 2 * (ptrdiff_t)term->unknown[k];
        pull[0] -= wc * term->constant[0];
        pull[1] -= wc * term->constant[1];
        for (int l = 0; l <= k; l++)
            fp_skyline_add(&work->plane, term->unknown[k], term->unknown[l], wc * term->coefficient[l]);
    }
}

static inline void fp_offline_add_place(fp_offline *work, int frame, int part, double weight) {
    fp_offline_term term = {0};
    fp_offline_include(work, &term, frame, part, 1.0);
    fp_offline_add(work, &term, weight);
}

static inline void fp_offline_add_pose(fp_offline *work, int frame, int part, double weight) {
    fp_offline_term term = {0};
    fp_offline_include(work, &term, frame, part, 1.0);
    fp_offline_include(work, &term, frame, 0, -1.0);
    fp_offline_add(work, &term, weight);
}

static inline int fp_offline_is_gripped(const fp_offline *work, int frame, int part) {
    return part > 0 && work->clip->state[fp_offline_at(work->clip, frame, part - 1)] == FP_GRIPPED;
}

/* A gripped toe wants no velocity at all, where a free one wants the input's. */
static inline void fp_offline_add_grip(fp_offline *work, int frame, int part, fp_differences d, double weight) {
    const double *now = work->clip->places + 3 * fp_offline_at(work->clip, frame, part - 1);
    const double *before = work->clip->places + 3 * fp_offline_at(work->clip, frame - 1, part - 1);
    fp_offline_term term = {0};
    for (int back = 0; back < 2; back++)
        fp_offline_include(work, &term, frame - back, part, d.velocity[back]);
    for (int axis = 0; axis < 2; axis++)
        term.constant[axis] += d.velocity[0] * now[2 * axis] + d.velocity[1] * before[2 * axis];
    fp_offline_add(work, &term, weight);
}

static inline void fp_offline_add_velocity(fp_offline *work, int frame, int part, fp_differences d, double weight) {
    fp_offline_term term = {0};
    if (fp_offline_unknown(work, frame, part) == fp_offline_unknown(work, frame - 1, part))
        return;
    for (int back = 0; back < 2; back++)
        fp_offline_include(work, &term, frame - back, part, d.velocity[back]);
    fp_offline_add(work, &term, weight);
}

static inline void fp_offline_add_acceleration(fp_offline *work, int frame, int part, fp_differences d, double weight) {
    fp_offline_term term = {0};
    for (int back = 0; back < 3; back++)
        fp_offline_include(work, &term, frame - back, part, d.acceleration[back]);
    if (term.count > 1)
        fp_offline_add(work, &term, weight);
}

static inline void fp_offline_add_calm(fp_offline *work, int frame, int part, fp_differences d, double weight) {
    fp_offline_term term = {0};
    for (int back = 0; back < 3; back++) {
        fp_offline_include(work, &term, frame - back, 0, -d.acceleration[back]);
        fp_offline_include(work, &term, frame - back, part, d.acceleration[back]);
    }
    fp_offline_add(work, &term, weight);
}

static inline void fp_offline_add_smooth(fp_offline *work, int frame, int part, fp_differences d) {
    const fp_offline_weights *weights = work->weights;
    int grips = frame >= 1 && fp_offline_is_gripped(work, frame, part) && fp_offline_is_gripped(work, frame - 1, part);
    if (grips)
        fp_offline_add_grip(work, frame, part, d, d.velocity_share * weights->grip);
    else if (frame >= 1)
        fp_offline_add_velocity(work, frame, part, d, d.velocity_share * weights->smooth.velocity);
    if (frame >= 2 && !(grips && fp_offline_is_gripped(work, frame - 2, part)))
        fp_offline_add_acceleration(work, frame, part, d, d.acceleration_share * weights->smooth.acceleration);
}

/* The accelerations of the toes' heights go over to the pelvis. */
static inline void fp_offline_calm_height(fp_offline *work, int frame, fp_differences d, double weight) {
    double sum = 0.0;
    for (int toe = 0; toe < work->clip->toes; toe++)
        for (int back = 0; back < 3; back++)
            sum += d.acceleration[back] * work->clip->raised[fp_offline_at(work->clip, frame - back, toe)];
    for (int back = 0; back < 3; back++)
        work->lift[frame - back] += weight * d.acceleration[back] * sum;
}

/* The pelvis' height, drawn along by the toes'. */
static inline void fp_offline_add_height(fp_offline *work, int frame, fp_differences d, double share) {
    const fp_offline_weights *weights = work->weights;
    double pose = share * (weights->pose + weights->length);
    fp_smoothness smooth = weights->smooth;
    smooth.acceleration += weights->calm * (double)work->clip->toes;
    fp_pentadiagonal_smooth(&work->height, frame, d, smooth);
    work->height.middle[frame] += share * (weights->place + weights->hold_height) + pose * work->clip->toes;
    for (int toe = 0; toe < work->clip->toes; toe++)
        work->lift[frame] += pose * work->clip->raised[fp_offline_at(work->clip, frame, toe)];
    if (frame >= 2)
        fp_offline_calm_height(work, frame, d, d.acceleration_share * weights->calm);
}

static inline void fp_offline_assemble(fp_offline *work) {
    const fp_offline_clip *clip = work->clip;
    const fp_offline_weights *weights = work->weights;
    for (int i = 0; i < clip->frames; i++) {
        fp_differences d = fp_differences_at(clip->steps, work->mean_step, i);
        double share = fp_frame_share(clip->steps, clip->frames, i, work->mean_step);
        for (int part = 0; part <= clip->toes; part++) {
            fp_offline_add_smooth(work, i, part, d);
            fp_offline_add_place(work, i, part, share * (weights->place + (part ? 0.0 : weights->hold)));
            if (part)
                fp_offline_add_pose(work, i, part, share * weights->pose);
            if (part && i >= 2 && weights->calm > 0.0)
                fp_offline_add_calm(work, i, part, d, d.acceleration_share * weights->calm);
        }
        fp_offline_add_height(work, i, d, share);
    }
}

/* --- reach --- */

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

static inline void fp_offline_step(fp_offline *work) {
    memcpy(work->moved, work->pull, 2 * (size_t)work->plane.n * sizeof(double));
    for (int i = 0; i < work->height.n; i++)
        work->raised[i] = work->lift[i] + work->level[i];
    for (int k = 0; k < work->springs; k++)
        fp_offline_pull(work, k);
    fp_skyline_solve(&work->plane_factor, work->moved);
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
            fp_offline_step(work);
            report->rounds++;
            if (fp_offline_settle(work) <= slack)
                break;
        }
    }
    report->over = fp_offline_over(work);
}

/* index     IN   (F, 1 + T) by fp_offline_number, its result in `unknowns`
 * first     IN   (unknowns) by fp_offline_link
 * diagonal  IN   (unknowns) by fp_skyline_lay_out, its result in `stored`
 * arena     SCRATCH  fp_offline_room() doubles
 * pelvis    OUT  (F, 3) m, shifts
 * toes      OUT  (F, T, 3) m, shifts
 */
static inline fp_offline_report fp_offline_solve(const fp_offline_clip *clip, const fp_offline_weights *weights,
                                                 const int *index, int unknowns, const int *first,
                                                 const ptrdiff_t *diagonal, ptrdiff_t stored, double *arena,
                                                 double *pelvis, double *toes) {
    fp_offline_report report = {1, 0, 0.0};
    fp_offline work = {0};
    work.clip = clip;
    work.weights = weights;
    work.index = index;
    work.mean_step = fp_mean_step(clip->steps, clip->frames);
    work.plane.n = unknowns;
    work.plane.first = first;
    work.plane.diagonal = diagonal;
    fp_offline_lay_out(&work, arena, stored);
    fp_offline_bases(&work);
    fp_offline_assemble(&work);
    fp_offline_factor(&work);
    fp_offline_step(&work);
    fp_offline_levels(&work);
    fp_offline_step(&work);
    fp_offline_reach(&work, &report);
    report.watched = work.springs;
    for (int i = 0; i < clip->frames; i++) {
        fp_vec_store(pelvis + 3 * (ptrdiff_t)i, fp_offline_shift(&work, i, 0));
        for (int toe = 0; toe < clip->toes; toe++)
            fp_vec_store(toes + 3 * fp_offline_at(clip, i, toe), fp_offline_shift(&work, i, 1 + toe));
    }
    return report;
}

#endif
