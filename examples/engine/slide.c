#include "slide.h"

void slide_add(slide *slide, fp_vec at, double dt, int touches) {
    if (touches && slide->touched) {
        slide->way += hypot(at.x - slide->before.x, at.z - slide->before.z);
        slide->time += dt;
    }
    slide->before = at;
    slide->touched = touches;
}

double slide_cm_per_s(slide slide) {
    return slide.time > 0.0 ? 100.0 * slide.way / slide.time : 0.0;
}
