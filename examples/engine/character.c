#include "character.h"

void character_start(character *hero, fp_rig rig) {
    hero->locker.rig = rig;
    hero->locker.rule = fp_foot_locker_usual();
    hero->locker.feet = hero->feet;
    hero->locker.positions = hero->positions;
    hero->locker.orientations = hero->orientations;
    fp_foot_locker_reset(&hero->locker);
}

fp_vec character_toe(const fp_rig *rig, const fp_pose *pose, int limb) {
    int toe = rig->legs[FP_LEG_WIDTH * limb + FP_TOE];
    return fp_forward_joint(pose->translations, pose->rotations, rig->parents, toe, pose->placement);
}
