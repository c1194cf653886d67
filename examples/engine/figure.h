/* A style and a figure, read from what figure.py writes: an engine would have them in files of its own. */
#ifndef FIGURE_H
#define FIGURE_H

#include <stdio.h>

#include "character.h"
#include "footpipe/walker_pose.h"

enum { MOST_STYLE = 256, MOST_RULES = 4096, MOST_ARENA = 4096 };

typedef struct {
    fp_walker walker;
    fp_walker_body body;
    fp_rig rig;
    int limb[2]; /* of the rig: the left one, the right one */

    fp_fuzzy rules;
    int program[MOST_RULES];
    double numbers[MOST_RULES], arena[MOST_ARENA];
    int parents[MOST_JOINTS], plays[MOST_JOINTS], parts[MOST_JOINTS], legs[FP_LEG_WIDTH * 2];
    double shares[MOST_JOINTS], translations[3 * MOST_JOINTS], rotations[4 * MOST_JOINTS], turns[4 * MOST_JOINTS];
    double knee_axes[3 * 2], rest_translations[3 * MOST_JOINTS], rest_rotations[4 * MOST_JOINTS];
} figure;

/* Returns NULL, or what is wrong. */
const char *figure_read(figure *figure, const char *path);

#endif
