#include "lock.h"

#include <stdio.h>

#include "poses.h"
#include "slide.h"

/* One frame as an engine has it: animation, lock, draw. Returns 0 where the pose is broken. */
static int play_frame(character *hero, poses *table, slide *before, slide *after) {
    fp_vec toes[MOST_LIMBS];
    for (int i = 0; i < table->rig.limbs; i++)
        toes[i] = character_toe(&table->rig, &table->pose, i);
    if (!fp_foot_locker_step(&hero->locker, table->pose, table->contacts, NULL, table->dt, hero->results))
        return 0;
    for (int i = 0; i < table->rig.limbs; i++) {
        int touches = hero->feet[i].foot.point[0].touches;
        slide_add(&before[i], toes[i], table->dt, touches);
        slide_add(&after[i], character_toe(&table->rig, &table->pose, i), table->dt, touches);
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
        printf("foot %d: %6.2f before, %5.2f after\n", i + 1, slide_cm_per_s(before[i]), slide_cm_per_s(after[i]));
    return 0;
}
