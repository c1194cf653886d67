/* The unknowns of offline.h: the pelvis in each frame, each free toe in each frame, each toe in contact once.
 *
 * They stand in the order of time, each contact at its end, so that every row but those reaches back two frames.
 */
#ifndef FOOTPIPE_OFFLINE_UNKNOWNS_H
#define FOOTPIPE_OFFLINE_UNKNOWNS_H

#include "footpipe/skyline.h"

/* How a toe stands in a frame. */
enum { FP_FREE = 0, FP_LOCKED = 1, FP_GRIPPED = 2 /* in contact, but may slide a little */ };

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

#endif
