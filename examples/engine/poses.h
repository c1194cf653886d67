/* A table of poses, read a frame at a time: it stands for an engine's animation. poses.py writes it. */
#ifndef POSES_H
#define POSES_H

#include <stdio.h>

#include "character.h"

typedef struct {
    FILE *file;
    int frames;
    fp_rig rig;
    fp_pose pose;                /* of the frame read last */
    double contacts[MOST_LIMBS]; /* weights of the toes */
    double dt;                   /* s since the frame before */

    int parents[MOST_JOINTS], legs[5 * MOST_LIMBS];
    double knee_axes[3 * MOST_LIMBS];
    double rest_translations[3 * MOST_JOINTS], rest_rotations[4 * MOST_JOINTS];
    double translations[3 * MOST_JOINTS], rotations[4 * MOST_JOINTS];
} poses;

/* Opens a table and reads the character. Returns NULL, or what is wrong. */
const char *poses_open(poses *poses, const char *path);

/* Reads the next frame. Returns 0 where there is none. */
int poses_next(poses *poses);

void poses_close(poses *poses);

#endif
