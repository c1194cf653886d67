/* The joints that some others hang on, and these themselves: all of a pose that legs are solved by. */
#ifndef FOOTPIPE_CHAIN_H
#define FOOTPIPE_CHAIN_H

#include "footpipe/leg_pose.h"
#include "footpipe/scaled.h"

/* A frame as its file has it. */
typedef struct {
    const double *translations; /* (J, 3) in the parent's space, the file's own unit */
    const double *rotations;    /* (J, 4) in the parent's space */
    const double *scales;       /* (J, 3) along the joint's own axes; NULL where none scales */
    fp_placement placement;
} fp_local_pose;

typedef struct {
    const int *parents; /* (J) parents come before their children; -1 = a root */
    int joints;
    const int *chain; /* (count) ascending */
    int count;
    double *positions;    /* (J, 3) world, m: of the chain alone, as all below */
    double *orientations; /* (J, 4) world */
    double *axes;         /* (J, 9) as scaled.h has them; not read where nothing scales */
} fp_chain;

/* Marks a joint and all above it. */
static inline void fp_chain_mark(const int *parents, int joint, int *marks) {
    for (; joint >= 0 && !marks[joint]; joint = parents[joint])
        marks[joint] = 1;
}

/* chain  OUT (J) the joints of `legs` (L, 5), `joint` (-1 = none), and all that these hang on. Returns their number. */
static inline int fp_chain_find(const int *parents, int joints, const int *legs, int leg_count, int joint, int *chain) {
    int count = 0;
    for (int j = 0; j < joints; j++)
        chain[j] = 0;
    fp_chain_mark(parents, joint, chain);
    for (int i = 0; i < leg_count * FP_LEG_WIDTH; i++)
        fp_chain_mark(parents, legs[i], chain);
    for (int j = 0; j < joints; j++)
        if (chain[j])
            chain[count++] = j;
    return count;
}

/* Where one joint is, m, without the rest of the pose. */
static inline fp_vec fp_local_place(const fp_local_pose *pose, const int *parents, int joint) {
    if (pose->scales)
        return fp_forward_scaled_joint(pose->translations, pose->rotations, pose->scales, parents, joint,
                                       pose->placement);
    return fp_forward_joint(pose->translations, pose->rotations, parents, joint, pose->placement);
}

/* The chain's joints from `first` to before `last` in the world, those before `first` being there. */
static inline void fp_chain_pose(const fp_chain *chain, const fp_local_pose *pose, int first, int last) {
    double world[9];
    if (pose->scales)
        fp_placement_axes(pose->placement, world);
    for (int k = 0; k < chain->count && chain->chain[k] < last; k++) {
        if (chain->chain[k] < first)
            continue;
        if (pose->scales)
            fp_forward_scaled_step(pose->translations, pose->rotations, pose->scales, chain->parents, chain->chain[k],
                                   pose->placement, world, chain->axes, chain->positions, chain->orientations);
        else
            fp_forward_step(pose->translations, pose->rotations, chain->parents, chain->chain[k], pose->placement,
                            chain->positions, chain->orientations);
    }
}

#endif
