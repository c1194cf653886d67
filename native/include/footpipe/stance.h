/* How high a point stands, known without looking ahead: the median of its heights over the last frames in contact.
 *
 * Heights are those above the ground where there is one. A ground that lies deeper or higher than the feet that came
 * with it is made up for by the sole, the lowest of the foot: the point stands as high above the ground as it stood
 * above its lowest sole.
 */
#ifndef FOOTPIPE_STANCE_H
#define FOOTPIPE_STANCE_H

#include <math.h>

#define FP_STANCE_FRAMES 128

typedef struct {
    double height[FP_STANCE_FRAMES]; /* m, a ring */
    double sole[FP_STANCE_FRAMES];   /* m */
    int frames, next;
    int on_ground; /* whether they are above a ground */
} fp_stance;

static inline void fp_stance_clear(fp_stance *stance, int on_ground) {
    stance->frames = stance->next = 0;
    stance->on_ground = on_ground;
}

/* One more frame in contact; m, world. under: the ground's height, or NULL. */
static inline void fp_stance_add(fp_stance *stance, double height, double sole, const double *under) {
    int on_ground = under != 0;
    if (stance->on_ground != on_ground)
        fp_stance_clear(stance, on_ground);
    stance->height[stance->next] = on_ground ? height - *under : height;
    stance->sole[stance->next] = on_ground ? sole - *under : sole;
    stance->next = (stance->next + 1) % FP_STANCE_FRAMES;
    if (stance->frames < FP_STANCE_FRAMES)
        stance->frames++;
}

static inline double fp_stance_median(const fp_stance *stance) {
    double sorted[FP_STANCE_FRAMES];
    int n = stance->frames;
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > stance->height[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = stance->height[i];
    }
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
}

static inline double fp_stance_lowest_sole(const fp_stance *stance) {
    double lowest = stance->sole[0];
    for (int i = 1; i < stance->frames; i++)
        lowest = fmin(lowest, stance->sole[i]);
    return lowest;
}

/* World height of the planted point, m, after at least one frame. under: as the last one had it. */
static inline double fp_stance_planted(const fp_stance *stance, const double *under) {
    double height = fp_stance_median(stance);
    return under ? *under + (height - fp_stance_lowest_sole(stance)) : height;
}

#endif
