/* The quadratic form of offline.h, term by term, and the arena that it is worked out in. */
#ifndef FOOTPIPE_OFFLINE_FORM_H
#define FOOTPIPE_OFFLINE_FORM_H

#include "footpipe/offline_unknowns.h"
#include "footpipe/pentadiagonal.h"
#include "footpipe/vec.h"

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

/* A part in a frame and the two before it: its unknowns, and what their places are told from, less those in the input.
 */
typedef struct {
    int frames; /* that there are */
    int unknown[3];
    double offset[3][2]; /* m: x, z */
    int locked;          /* whether any is */
} fp_offline_part;

/* Weights of the products of a part's shifts in a frame and the two before it. Symmetric. */
typedef struct {
    double at[3][3];
} fp_offline_products;

static inline fp_offline_part fp_offline_part_at(const fp_offline *work, int frame, int part) {
    fp_offline_part p;
    p.frames = frame < 2 ? frame + 1 : 3;
    p.locked = 0;
    for (int back = 0; back < p.frames; back++) {
        p.unknown[back] = fp_offline_unknown(work, frame - back, part);
        p.locked |= fp_offline_is_locked(work, frame - back, part);
        for (int axis = 0; axis < 2; axis++)
            p.offset[back][axis] = fp_offline_offset(work, frame - back, part, axis);
    }
    return p;
}

/* place |d|^2 + velocity |d'|^2 + acceleration |d''|^2, which end at a frame */
static inline fp_offline_products fp_offline_products_of(fp_differences d, double place, double velocity,
                                                         double acceleration) {
    const double *v = d.velocity, *a = d.acceleration;
    fp_offline_products products;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            products.at[k][l] = acceleration * a[k] * a[l] + (k < 2 && l < 2 ? velocity * v[k] * v[l] : 0.0);
    products.at[0][0] += place;
    return products;
}

static inline void fp_offline_add_pull(fp_offline *work, int unknown, double weight, const double *offset) {
    double *pull = work->pull + 2 * (ptrdiff_t)unknown;
    pull[0] -= weight * offset[0];
    pull[1] -= weight * offset[1];
}

/* A part's products with itself. Over one contact its differences are none: they are left out. */
static inline void fp_offline_add_own(fp_offline *work, const fp_offline_part *p, const fp_offline_products *products,
                                      double place) {
    if (p->frames == 3 && p->unknown[0] == p->unknown[1] && p->unknown[1] == p->unknown[2]) {
        fp_skyline_add(&work->plane, p->unknown[0], p->unknown[0], place);
        fp_offline_add_pull(work, p->unknown[0], place, p->offset[0]);
        return;
    }
    for (int k = 0; k < p->frames; k++) {
        fp_skyline_add(&work->plane, p->unknown[k], p->unknown[k], products->at[k][k]);
        for (int l = 0; l < k; l++)
            fp_skyline_add(&work->plane, p->unknown[k], p->unknown[l],
                           (p->unknown[k] == p->unknown[l] ? 2.0 : 1.0) * products->at[k][l]);
        for (int l = 0; p->locked && l < p->frames; l++)
            fp_offline_add_pull(work, p->unknown[k], products->at[k][l], p->offset[l]);
    }
}

/* The products of a toe with the pelvis, which has no offsets, taken off. */
static inline void fp_offline_add_relative(fp_offline *work, const fp_offline_part *pelvis, const fp_offline_part *toe,
                                           const fp_offline_products *products) {
    for (int k = 0; k < toe->frames; k++)
        for (int l = 0; l < toe->frames; l++) {
            fp_skyline_add(&work->plane, pelvis->unknown[k], toe->unknown[l], -products->at[k][l]);
            if (toe->locked)
                fp_offline_add_pull(work, pelvis->unknown[k], -products->at[k][l], toe->offset[l]);
        }
}

/* How many frames a toe has been gripped up to this one, 3 at most. */
static inline int fp_offline_gripped(const fp_offline *work, int frame, int toe) {
    int count = 0;
    while (count < 3 && count <= frame &&
           work->clip->state[fp_offline_at(work->clip, frame - count, toe)] == FP_GRIPPED)
        count++;
    return count;
}

/* A gripped toe wants no velocity at all, where a free one wants the input's. */
static inline void fp_offline_add_grip(fp_offline *work, int frame, int toe, fp_differences d, double weight) {
    const double *now = work->clip->places + 3 * fp_offline_at(work->clip, frame, toe);
    const double *before = work->clip->places + 3 * fp_offline_at(work->clip, frame - 1, toe);
    double velocity[2];
    for (int axis = 0; axis < 2; axis++)
        velocity[axis] = d.velocity[0] * now[2 * axis] + d.velocity[1] * before[2 * axis];
    for (int back = 0; back < 2; back++)
        fp_offline_add_pull(work, fp_offline_unknown(work, frame - back, 1 + toe), weight * d.velocity[back], velocity);
}

/* A toe's own terms, and those that tie it to the pelvis. */
static inline void fp_offline_add_toe(fp_offline *work, int frame, int toe, fp_differences d, double share,
                                      const fp_offline_part *pelvis, const fp_offline_products *tie) {
    const fp_offline_weights *weights = work->weights;
    fp_offline_part part = fp_offline_part_at(work, frame, 1 + toe);
    int gripped = fp_offline_gripped(work, frame, toe);
    double velocity = d.velocity_share * (gripped > 1 ? weights->grip : weights->smooth.velocity);
    double acceleration = gripped > 2 ? 0.0 : weights->smooth.acceleration;
    double place = share * (weights->place + weights->pose);
    fp_offline_products own =
        fp_offline_products_of(d, place, velocity, d.acceleration_share * (acceleration + weights->calm));
    fp_offline_add_own(work, &part, &own, place);
    fp_offline_add_relative(work, pelvis, &part, tie);
    if (gripped > 1)
        fp_offline_add_grip(work, frame, toe, d, velocity);
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
        double place = share * (weights->place + weights->hold + clip->toes * weights->pose);
        double acceleration = weights->smooth.acceleration + clip->toes * weights->calm;
        fp_offline_part pelvis = fp_offline_part_at(work, i, 0);
        fp_offline_products own = fp_offline_products_of(d, place, d.velocity_share * weights->smooth.velocity,
                                                         d.acceleration_share * acceleration);
        fp_offline_products tie =
            fp_offline_products_of(d, share * weights->pose, 0.0, d.acceleration_share * weights->calm);
        fp_offline_add_own(work, &pelvis, &own, place);
        for (int toe = 0; toe < clip->toes; toe++)
            fp_offline_add_toe(work, i, toe, d, share, &pelvis, &tie);
        fp_offline_add_height(work, i, d, share);
    }
}

#endif
