#include "lock.h"

#include <stdio.h>

#include "poses.h"

/* How far a toe went in contact, and for how long. */
typedef struct {
    double way, time; /* m, s */
    fp_vec before;
    int touched;
} slide;

/* All that locking a character takes, fixed in size. */
typedef struct {
    fp_foot_locker locker;
    fp_foot_state feet[MOST_LIMBS];
    fp_foot_result results[MOST_LIMBS];
    double positions[3 * MOST_JOINTS], orientations[4 * MOST_JOINTS];
} character;

static void character_start(character *hero, fp_rig rig) {
    hero->locker.rig = rig;
    hero->locker.rule = fp_foot_locker_usual();
    hero->locker.feet = hero->feet;
    hero->locker.positions = hero->positions;
    hero->locker.orientations = hero->orientations;
    fp_foot_locker_reset(&hero->locker);
}

static fp_vec toe_at(const poses *table, int limb) {
    const fp_pose *pose = &table->pose;
    return fp_forward_joint(pose->translations, pose->rotations, table->rig.parents, table->rig.legs[5 * limb + FP_TOE],
                            pose->placement);
}

static void slide_add(slide *slide, fp_vec at, double dt, int touches) {
    if (touches && slide->touched) {
        slide->way += fp_length(fp_horizontal(fp_sub(at, slide->before)));
        slide->time += dt;
    }
    slide->before = at;
    slide->touched = touches;
}

static double cm_per_s(slide slide) {
    return slide.time > 0.0 ? 100.0 * slide.way / slide.time : 0.0;
}

/* One frame as an engine has it: animation, lock, draw. Returns 0 where the pose is broken. */
static int play_frame(character *hero, poses *table, slide *before, slide *after) {
    fp_vec toes[MOST_LIMBS];
    for (int i = 0; i < table->rig.limbs; i++)
        toes[i] = toe_at(table, i);
    if (!fp_foot_locker_step(&hero->locker, table->pose, table->contacts, NULL, table->dt, hero->results))
        return 0;
    for (int i = 0; i < table->rig.limbs; i++) {
        int touches = hero->feet[i].foot.point[0].touches;
        slide_add(&before[i], toes[i], table->dt, touches);
        slide_add(&after[i], toe_at(table, i), table->dt, touches);
    }
    return 1;
}

int lock_poses(const char *path) {
    static character hero;
    static poses table;
    static slide before[MOST_LIMBS], after[MOST_LIMBS];
    const char *wrong = poses_open(&table, path);
    int frames = 0;
    if (!wrong) {
        character_start(&hero, table.rig);
        while (poses_next(&table) && play_frame(&hero, &table, before, after))
            frames++;
        if (frames != table.frames)
            wrong = "ends early, or has a pose that is broken";
    }
    poses_close(&table);
    if (wrong) {
        fprintf(stderr, "%s: error: %s\n", path, wrong);
        return 1;
    }
    printf("%d frames; speed of the toes in contact, cm/s\n", frames);
    for (int i = 0; i < table.rig.limbs; i++)
        printf("foot %d: %6.2f before, %5.2f after\n", i + 1, cm_per_s(before[i]), cm_per_s(after[i]));
    return 0;
}
