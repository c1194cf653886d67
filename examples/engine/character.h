/* All that locking a character's feet takes, fixed in size. */
#ifndef CHARACTER_H
#define CHARACTER_H

#include "footpipe/foot_locker.h"

enum { MOST_JOINTS = 64, MOST_LIMBS = 4 };

typedef struct {
    fp_foot_locker locker;
    fp_foot_state feet[MOST_LIMBS];
    fp_foot_result results[MOST_LIMBS];
    double positions[3 * MOST_JOINTS], orientations[4 * MOST_JOINTS];
} character;

void character_start(character *hero, fp_rig rig);

/* Where the toe joint of a limb is in a pose of the character, m. */
fp_vec character_toe(const fp_rig *rig, const fp_pose *pose, int limb);

#endif
