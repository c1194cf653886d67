/* How fast a leg goes round its ring: by the rules, and by what is measured. */
#ifndef FOOTPIPE_GAIT_PHASE_H
#define FOOTPIPE_GAIT_PHASE_H

#include "footpipe/gait_state.h"

static inline double fp_gait_measured(const fp_gait *g, const fp_gait_style *style, int leg, double step) {
    const fp_gait_leg *own = &g->leg[leg];
    double gone = (g->hip.x - g->leg[g->lead].ground.at.x + g->ahead.place) / step;
    if (!own->down)
        return own->measured;
    if (leg == g->lead)
        return FP_GAIT_OPPOSITE * gone;
    double share = style->toe_off[0] + style->toe_off[1] * g->s;
    return own->opposite_phase + (1.0 - own->opposite_phase) * gone / (share > 0.05 ? share : 0.05);
}

/* A leg in the air keeps step with the one on the ground: by how much faster it goes, to land when that one is ready.
 */
static inline double fp_gait_in_step(const fp_gait *g, double phase) {
    const fp_gait_leg *stands = &g->leg[g->lead];
    double ready = (FP_GAIT_OPPOSITE - stands->phase) / stands->say.pace;
    return fp_gait_clip((fp_gait_air_left(&g->ahead, phase) + 0.05) / ((ready > 0.0 ? ready : 0.0) + 0.05), 0.4, 1.6);
}

static inline double fp_gait_phase_rate(fp_gait *g, const fp_gait_style *style, int leg, double step, double rate,
                                        double dt) {
    fp_gait_leg *own = &g->leg[leg];
    double pace = own->say.pace * rate; /* as it will be half way through the step in time */
    pace *= fp_gait_clip(1.0 + 0.5 * dt * rate * own->say.pace_by_phase, 0.5, 2.0);
    own->measured = fp_gait_measured(g, style, leg, step);
    double off = fp_gait_clip(own->measured - own->phase, -0.4, 0.4);
    double kept = own->down ? pace : pace * fp_gait_in_step(g, own->phase);
    return fp_gait_clip(kept + style->trust * rate * off, 0.25 * pace, 2.0 * pace);
}

/* Where a phase waits. Of a figure that comes to a stand, the hind foot does not leave the ground again. */
static inline double fp_gait_last_phase(const fp_gait *g, int leg, int halting) {
    return !g->leg[leg].down ? 2.0 : halting ? 0.95 : leg == g->lead ? 1.05 : 1.0;
}

#endif
