/* A figure's walk as frames at any rate: the steps in time stay FP_GAIT_DT, a frame between two of them is reached by a
 * shorter one from a copy, so that feet on the ground stand still in every frame and every rate shows the same walk.
 */
#ifndef FOOTPIPE_GAIT_RUN_H
#define FOOTPIPE_GAIT_RUN_H

#include "footpipe/gait.h"

#define FP_GAIT_POINTS 5 /* knee, ankle, heel, ball, tip */
/* s, leg, 0 contact or 1 toe-off, x and y of the foot's ground, m, its slope, rad */
#define FP_GAIT_EVENT_NUMBERS 6

#define FP_GAIT_ORDER_NUMBERS 3 /* s from which on it holds, step m, above 0 where it is to halt */

/* What to do. */
typedef struct {
    const double *steps;  /* (many_steps) m, of one landing after the other; the last goes on */
    const double *orders; /* (many_orders, FP_GAIT_ORDER_NUMBERS) by time: in place of steps and landings */
    int many_steps, many_orders;
    double rate;              /* frames per second */
    double begin;             /* s, of the first frame */
    int frames, events;       /* room */
    const double *angles;     /* (2, 4) rad to start from; NULL: standing */
    int lead;                 /* of a figure that stands: the leg that stays down at first */
    int landings;             /* after so many it comes to a stand with the next; negative: it goes on */
    const fp_gait_land *land; /* NULL: level at 0 */
} fp_gait_course;

/* Where it goes to. */
typedef struct {
    double *hip;          /* (frames, 2) m */
    double *angles;       /* (frames, 2, 4) rad */
    double *points;       /* (frames, 2, FP_GAIT_POINTS, 2) m */
    double *phase;        /* (frames, 2) */
    unsigned char *touch; /* (frames, 2) bits of fp_gait_touch */
    double *event;        /* (events, FP_GAIT_EVENT_NUMBERS) */
} fp_gait_record;

static inline void fp_gait_store_side(double *to, fp_side hip, fp_side p) {
    to[0] = hip.x + p.x;
    to[1] = hip.y + p.y;
}

static inline void fp_gait_store(const fp_gait *g, const fp_leg_lengths *l, const fp_gait_record *record, int frame) {
    record->hip[2 * frame] = g->hip.x;
    record->hip[2 * frame + 1] = g->hip.y;
    for (int i = 0; i < 2; i++) {
        const fp_gait_leg *leg = &g->leg[i];
        fp_leg_points p = fp_leg_forward(l, leg->q);
        double *at = record->points + 2 * FP_GAIT_POINTS * (2 * frame + i);
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            record->angles[FP_LEG_JOINTS * (2 * frame + i) + j] = leg->q[j];
        fp_gait_store_side(at, g->hip, p.knee);
        fp_gait_store_side(at + 2, g->hip, p.ankle);
        fp_gait_store_side(at + 4, g->hip, p.heel);
        fp_gait_store_side(at + 6, g->hip, p.ball);
        fp_gait_store_side(at + 8, g->hip, p.tip);
        record->phase[2 * frame + i] = leg->phase;
        record->touch[2 * frame + i] = (unsigned char)fp_gait_touch(leg);
    }
}

static inline void fp_gait_store_event(const fp_gait *g, const fp_gait_record *record, int *count, int room, double at,
                                       int leg, int kind) {
    double *to = record->event + FP_GAIT_EVENT_NUMBERS * *count;
    if (at < 0.0 || *count >= room)
        return;
    to[0] = at;
    to[1] = leg;
    to[2] = kind;
    to[3] = g->leg[leg].ground.at.x;
    to[4] = g->leg[leg].ground.at.y;
    to[5] = g->leg[leg].ground.slope;
    ++*count;
}

/* What is asked at a time. */
static inline fp_gait_order fp_gait_ordered(const fp_gait_course *course, double now, int landed) {
    fp_gait_order order = {0.0, course->landings >= 0 && landed >= course->landings, course->land};
    if (!course->many_orders) {
        order.step = course->steps[landed < course->many_steps ? landed : course->many_steps - 1];
        return order;
    }
    const double *holds = course->orders, *end = holds + FP_GAIT_ORDER_NUMBERS * course->many_orders;
    for (const double *next = holds; next < end && next[0] <= now + 1e-9; next += FP_GAIT_ORDER_NUMBERS)
        holds = next;
    order.step = holds[1];
    order.halt = holds[2] > 0.0;
    return order;
}

/* Returns the number of events. Room for a frame or an event need not be more than what is wanted. */
static inline int fp_gait_run(const fp_gait_style *style, const fp_leg_lengths *l, const fp_gait_course *course,
                              const fp_gait_record *record) {
    fp_gait g;
    fp_gait_order order = fp_gait_ordered(course, 0.0, 0);
    int count = 0, done = 0;
    if (course->angles)
        fp_gait_start(&g, style, l, course->angles, &order);
    else
        fp_gait_stand_up(&g, style, l, &order, course->lead);
    for (int frame = 0; frame < course->frames; frame++) {
        double want = course->begin + frame / course->rate, part;
        for (; (done + 1) * FP_GAIT_DT <= want + 1e-9; done++) {
            double now = done * FP_GAIT_DT;
            order = fp_gait_ordered(course, now, g.landed);
            fp_gait_met met = fp_gait_step(&g, style, l, &order, FP_GAIT_DT);
            fp_gait_store_event(&g, record, &count, course->events, met.contact < 0.0 ? -1.0 : now + met.contact,
                                met.contact_leg, 0);
            fp_gait_store_event(&g, record, &count, course->events, met.toe_off < 0.0 ? -1.0 : now + met.toe_off,
                                met.toe_off_leg, 1);
        }
        part = want - done * FP_GAIT_DT;
        if (part > 1e-9) {
            fp_gait between = g;
            order = fp_gait_ordered(course, done * FP_GAIT_DT, g.landed);
            fp_gait_step(&between, style, l, &order, part);
            fp_gait_store(&between, l, record, frame);
        } else
            fp_gait_store(&g, l, record, frame);
    }
    return count;
}

#endif
