/* Locking by relaxation: the offline method of Daniel Holden's article on inverse kinematics and foot
 * locking (theorangeduck.com), after position-based dynamics.
 *
 * Pelvis and toes of every frame are particles that start where the input has them. A sweep goes through
 * the frames and moves particles a little towards what each of these asks for:
 *
 *   toe in contact in two frames     one place at floor height     by `hard`
 *   any other toe, and the pelvis    the input's step              by `soft`, no toe below the floor
 *   toe and pelvis of a frame        the input's distance          by `soft`
 *
 * Between frames first, limb by limb, the pelvis once with each; then within the frame. Thousands of
 * sweeps spread a correction over the clip; they approach an answer and do not reach it.
 */
#ifndef FOOTPIPE_RELAX_H
#define FOOTPIPE_RELAX_H

#include <stddef.h>

#include "footpipe/vec.h"

typedef struct {
    int frames, toes;
    const double *pelvis;         /* (F, 3) m, the input's */
    const double *toe;            /* (F, T, 3) m, the input's */
    const double *length;         /* (F, T) m, between them in the input */
    const double *floor;          /* (F, T) m, height of a standing toe */
    const unsigned char *contact; /* (F, T) */
    double soft, hard;            /* 0..1 */
} fp_relax_clip;

typedef struct {
    double *pelvis; /* (F, 3) m */
    double *toe;    /* (F, T, 3) m */
} fp_particles;

static inline fp_vec fp_towards(fp_vec from, fp_vec to, double share) {
    return fp_add(from, fp_scale(fp_sub(to, from), share));
}

static inline fp_vec fp_above(fp_vec place, double floor) {
    if (place.y < floor)
        place.y = floor;
    return place;
}

/* Two places of one particle, one after the other, and where the input has them. */
typedef struct {
    fp_vec before, now, input_before, input_now;
} fp_relax_pair;

static inline fp_relax_pair fp_relax_load(const double *places, const double *input, ptrdiff_t now, ptrdiff_t before) {
    fp_relax_pair pair;
    pair.now = fp_vec_load(places + 3 * now);
    pair.before = fp_vec_load(places + 3 * before);
    pair.input_now = fp_vec_load(input + 3 * now);
    pair.input_before = fp_vec_load(input + 3 * before);
    return pair;
}

static inline void fp_relax_toe(const fp_relax_clip *clip, fp_particles at, ptrdiff_t now, ptrdiff_t before) {
    fp_relax_pair pair = fp_relax_load(at.toe, clip->toe, now, before);
    fp_vec now_target, before_target;
    double share = clip->soft;
    if (clip->contact[now] && clip->contact[before]) {
        now_target = fp_towards(pair.before, pair.now, 0.5);
        now_target.y = clip->floor[now];
        before_target = now_target;
        before_target.y = clip->floor[before];
        share = clip->hard;
    } else {
        fp_vec step = fp_sub(pair.input_now, pair.input_before);
        before_target = fp_above(fp_sub(pair.now, step), clip->floor[before]);
        now_target = fp_above(fp_add(pair.before, step), clip->floor[now]);
    }
    fp_vec_store(at.toe + 3 * before, fp_towards(pair.before, before_target, share));
    fp_vec_store(at.toe + 3 * now, fp_towards(pair.now, now_target, share));
}

static inline void fp_relax_pelvis(const fp_relax_clip *clip, fp_particles at, ptrdiff_t frame) {
    fp_relax_pair pair = fp_relax_load(at.pelvis, clip->pelvis, frame, frame - 1);
    fp_vec step = fp_sub(pair.input_now, pair.input_before);
    fp_vec_store(at.pelvis + 3 * (frame - 1), fp_towards(pair.before, fp_sub(pair.now, step), clip->soft));
    fp_vec_store(at.pelvis + 3 * frame, fp_towards(pair.now, fp_add(pair.before, step), clip->soft));
}

static inline void fp_relax_limb(const fp_relax_clip *clip, fp_particles at, ptrdiff_t frame, ptrdiff_t toe) {
    fp_vec hip = fp_vec_load(at.pelvis + 3 * frame), foot = fp_vec_load(at.toe + 3 * toe);
    fp_vec limb = fp_scale(fp_normalize(fp_sub(hip, foot)), clip->length[toe]);
    fp_vec_store(at.pelvis + 3 * frame, fp_towards(hip, fp_add(foot, limb), clip->soft));
    fp_vec_store(at.toe + 3 * toe, fp_towards(foot, fp_sub(hip, limb), clip->soft));
}

/* One sweep over all frames. */
static inline void fp_relax_sweep(const fp_relax_clip *clip, fp_particles at) {
    for (ptrdiff_t i = 0; i < clip->frames; i++) {
        ptrdiff_t first = i * clip->toes;
        for (int t = 0; t < clip->toes && i > 0; t++) {
            fp_relax_toe(clip, at, first + t, first + t - clip->toes);
            fp_relax_pelvis(clip, at, i);
        }
        for (int t = 0; t < clip->toes; t++)
            fp_relax_limb(clip, at, i, first + t);
    }
}

#endif
