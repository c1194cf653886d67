/* The way on the ground of a figure that is steered, as far as it has come, and where it will go from here.
 *
 * The rate of turning follows what is wanted as a critically damped spring does, so that neither it nor its change
 * jumps; where that leads to is known in closed form.
 */
#ifndef FOOTPIPE_WALKER_WAY_H
#define FOOTPIPE_WALKER_WAY_H

#include "footpipe/gait_figure.h"

#define FP_WAY_FIRM 7.0 /* 1/s, how firmly turning follows what is wanted, of a leg of .9 m */

typedef struct {
    fp_figure_spot at;      /* under the hips */
    double turn, turn_rate; /* rad/s, rad/s2 */
} fp_way;

static inline fp_way fp_way_start(double left, double forward, double heading, double x) {
    fp_way way = {{left, forward, heading, x}, 0.0, 0.0};
    return way;
}

/* rad that it turns by in t seconds. */
static inline double fp_way_turns(const fp_way *way, double wanted, double firm, double t) {
    double off = way->turn - wanted, b = way->turn_rate + firm * off, left = exp(-firm * t);
    return wanted * t + off * (1.0 - left) / firm + b * (1.0 - left * (1.0 + firm * t)) / (firm * firm);
}

/* What is along an arc that turns by an angle: from its beginning. */
static inline fp_vec fp_way_arc(double heading, double turn, double length) {
    double half = 0.5 * turn, chord = fabs(half) > 1e-4 ? sin(half) / half : 1.0 - half * half / 6.0;
    return fp_figure_ahead(heading + half, 0.0, length * chord);
}

static inline void fp_way_move(fp_figure_spot *at, double turn, double length) {
    fp_vec by = fp_way_arc(at->heading, turn, length);
    at->left += by.x;
    at->forward += by.z;
    at->heading += turn;
    at->x += length;
}

/* dt seconds on, and `length` m. */
static inline void fp_way_go(fp_way *way, double wanted, double firm, double length, double dt) {
    double turn = fp_way_turns(way, wanted, firm, dt);
    fp_gait_draw(&way->turn, &way->turn_rate, wanted, firm, dt);
    fp_way_move(&way->at, turn, length);
}

/* The place for an ankle at x in the walk, as it has to be in `time` seconds, when the hips are over it. */
static inline fp_figure_spot fp_way_ankle(const fp_way *way, double wanted, double firm, double x, double time) {
    fp_figure_spot spot = way->at;
    fp_way_move(&spot, fp_way_turns(way, wanted, firm, time), x - way->at.x);
    return spot;
}

#endif
