/* The ground of the hips: a smooth line through the footholds.
 *
 * Over level ground the rules put the hips at a height over both feet; on other ground at that height over this line.
 */
#ifndef FOOTPIPE_GAIT_PATH_H
#define FOOTPIPE_GAIT_PATH_H

#include "footpipe/gait_leg.h"

#define FP_GAIT_KNOTS 5
#define FP_GAIT_FADE 14.0 /* 1/s, with which a change of the line fades in */

typedef struct {
    fp_side at[FP_GAIT_KNOTS]; /* footholds: [2] the foremost foot's, [3] the next, [4] what is expected behind it */
    double off, off_rate;      /* m, m/s, by which the hips' ground is still off the line */
} fp_gait_path;

static inline double fp_gait_path_slope(const fp_gait_path *path, int knot) {
    fp_side along = fp_side_sub(path->at[knot + 1], path->at[knot - 1]);
    return along.x > 1e-3 ? along.y / along.x : 0.0;
}

/* Hermite's cubic between two footholds, straight on beyond them; its slope goes to `slope`. */
static inline double fp_gait_path_height(const fp_gait_path *path, double x, double *slope) {
    int i = x < path->at[2].x ? 1 : 2;
    fp_side a = path->at[i], along = fp_side_sub(path->at[i + 1], a);
    double from = fp_gait_path_slope(path, i), to = fp_gait_path_slope(path, i + 1);
    double t = along.x > 1e-3 ? (x - a.x) / along.x : 0.0, t2 = t * t;
    if (t <= 0.0 || t >= 1.0) {
        *slope = t <= 0.0 ? from : to;
        return t <= 0.0 ? a.y + from * (x - a.x) : path->at[i + 1].y + to * (x - path->at[i + 1].x);
    }
    double bend = 3.0 * along.y / along.x - 2.0 * from - to, twist = from + to - 2.0 * along.y / along.x;
    *slope = from + 2.0 * bend * t + 3.0 * twist * t2;
    return a.y + along.x * (from * t + bend * t2 + twist * t2 * t);
}

/* Lets the hips' ground stay where it was at x, and as fast, while the line changes from `was`. */
static inline void fp_gait_path_keep(fp_gait_path *path, const fp_gait_path *was, double x, double speed) {
    double before, after;
    path->off = was->off + fp_gait_path_height(was, x, &before) - fp_gait_path_height(path, x, &after);
    path->off_rate = was->off_rate + (before - after) * speed;
}

#endif
