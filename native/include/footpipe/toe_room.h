/* The lowest and the highest that a toe may be in each frame of a clip.
 *
 * In contact it stands on its ground: its own, which is where it stands in the input, or one that is given. It may rise
 * from it as it does in the input, but by no more than `roll`. In the air it may go as low as in the input, or down to
 * the ground that is known to be below it.
 */
#ifndef FOOTPIPE_TOE_ROOM_H
#define FOOTPIPE_TOE_ROOM_H

#include <math.h>
#include <stddef.h>

#define FP_STRAY 0.05 /* share of a contact's heights that lie below its ground: a stray frame is no ground */

typedef struct {
    int frames, stride;           /* stride: from one frame of the toe to its next in the arrays */
    const double *height;         /* m, the input's */
    const unsigned char *contact; /* 1 where it is in contact */
    const double *below;          /* m, the least height over a known ground; NULL = none is known */
    const double *planted;        /* m, where the toe stands in contact; NULL = each contact has its own ground */
    double roll;                  /* m; infinity = no ceiling */
    int firm;                     /* a toe in contact may go no lower than it stands, even where it does in the input */
} fp_toe_room;

/* heap (n), the largest on top: puts `value` there in place of it. */
static inline void fp_heap_replace(double *heap, int n, double value) {
    int at = 0;
    for (int below = 1; below < n; below = 2 * at + 1) {
        if (below + 1 < n && heap[below + 1] > heap[below])
            below++;
        if (heap[below] <= value)
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = value;
}

/* The value that `rank` of n are not above, n > rank. heap  SCRATCH (rank + 1): the smallest so far */
static inline double fp_ranked(const double *values, int stride, int n, int rank, double *heap) {
    for (int i = 0; i <= rank; i++)
        heap[i] = INFINITY;
    for (int i = 0; i < n; i++)
        if (values[(ptrdiff_t)i * stride] < heap[0])
            fp_heap_replace(heap, rank + 1, values[(ptrdiff_t)i * stride]);
    return heap[0];
}

/* The first frame from `i` on in which the toe's contact is `contact`. */
static inline int fp_toe_until(const fp_toe_room *toe, int i, int contact) {
    while (i < toe->frames && toe->contact[(ptrdiff_t)i * toe->stride] != contact)
        i++;
    return i;
}

/* Where a contact from frame `first` to before `last` stands. */
static inline double fp_toe_own_ground(const fp_toe_room *toe, int first, int last, double *heap) {
    const double *heights = toe->height + (ptrdiff_t)first * toe->stride;
    return fp_ranked(heights, toe->stride, last - first, (int)(FP_STRAY * (last - first - 1)), heap);
}

/* In the air, `ground` being the lower of those of the contacts before and after it. */
static inline void fp_toe_room_air(const fp_toe_room *toe, int first, int last, double ground, double *floor,
                                   double *ceiling) {
    for (int i = first; i < last; i++) {
        ptrdiff_t at = (ptrdiff_t)i * toe->stride;
        floor[at] = toe->below ? toe->below[at] : fmin(toe->height[at], ground);
        ceiling[at] = INFINITY;
    }
}

/* In contact, which stands at `ground` in the input. */
static inline void fp_toe_room_contact(const fp_toe_room *toe, int first, int last, double ground, double *floor,
                                       double *ceiling) {
    for (int i = first; i < last; i++) {
        ptrdiff_t at = (ptrdiff_t)i * toe->stride;
        double stands = toe->planted ? toe->planted[at] : ground;
        double rolled = fmin(fmax(toe->height[at] - ground, 0.0), toe->roll);
        if (toe->firm)
            floor[at] = stands;
        else
            floor[at] = toe->below ? toe->below[at] : fmin(toe->height[at], ground);
        ceiling[at] = fmax(toe->roll < INFINITY ? stands + rolled : INFINITY, floor[at]);
    }
}

/* Widens a range, m, by the heights at which a toe stands in contact from frame `first` to before `last`. */
static inline void fp_toe_room_tell(const fp_toe_room *toe, int first, int last, double ground, double *range) {
    for (int i = first; i < last; i++) {
        double stands = toe->planted ? toe->planted[(ptrdiff_t)i * toe->stride] : ground;
        range[0] = fmin(range[0], stands);
        range[1] = fmax(range[1], stands);
    }
}

/* heap            SCRATCH  (F)
 * floor, ceiling  OUT      m, strided as the toe is; infinite where there is none
 * range           IN OUT   (2) m, the lowest and the highest that toes stand in contact
 */
static inline void fp_toe_room_find(const fp_toe_room *toe, double *heap, double *floor, double *ceiling,
                                    double *range) {
    double before = INFINITY; /* m, the ground of the contact before */
    int done = 0;
    for (;;) {
        int first = fp_toe_until(toe, done, 1), last = fp_toe_until(toe, first, 0);
        double own;
        if (first == toe->frames)
            break;
        own = fp_toe_own_ground(toe, first, last, heap);
        fp_toe_room_air(toe, done, first, fmin(before, own), floor, ceiling);
        fp_toe_room_contact(toe, first, last, own, floor, ceiling);
        fp_toe_room_tell(toe, first, last, own, range);
        before = own;
        done = last;
    }
    fp_toe_room_air(toe, done, toe->frames, done > 0 ? before : -INFINITY, floor, ceiling);
}

#endif
