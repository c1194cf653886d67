/* How far a toe goes while it is in contact, and for how long. */
#ifndef SLIDE_H
#define SLIDE_H

#include "footpipe/vec.h"

typedef struct {
    double way, time; /* m, s */
    fp_vec before;
    int touched;
} slide;

void slide_add(slide *slide, fp_vec at, double dt, int touches);

double slide_cm_per_s(slide slide);

#endif
