#include "walk.h"

#include <stdio.h>

#include "figure.h"
#include "slide.h"

enum { RATE = 60, SECONDS = 20 };
static const double PUSH = 0.1; /* m/s, with which the wind pushes the figure aside after ten seconds */

/* A frame as the engine has it. */
typedef struct {
    double translations[3 * MOST_JOINTS], rotations[4 * MOST_JOINTS], world[4 * MOST_JOINTS];
    fp_pose pose;
    double contacts[2];
    fp_vec pushed; /* m */
} stage;

/* What is told in the end. */
typedef struct {
    slide walked[2], pushed[2], locked[2];
    int steps, stood[2];
    double way, turned, highest; /* m, rad, m */
    fp_figure_spot before;
} account;

/* The world: a hump in the way, as a ray from above would find it. */
static double ground_at(void *context, double x, double z) {
    double far = hypot(x, z - 4.0) / 2.0;
    (void)context;
    return far < 1.0 ? 0.15 * (1.0 - far * far) * (1.0 - far * far) : 0.0;
}

/* The player: straight on, to the left, with shorter steps, to the right on the spot; at last standing. */
static fp_walker_target wanted(double time) {
    fp_walker_target target = {0.65, 0.0, 0};
    if (time > 7.0)
        target.turn = 0.5;
    if (time > 10.0)
        target.step = 0.5;
    if (time > 14.0) {
        target.step = 0.0;
        target.turn = -0.5;
    }
    target.halt = time > 17.0;
    return target;
}

static void show(figure *hero, const fp_walker_frame *frame, stage *stage) {
    fp_walker_pose(&hero->body, frame, stage->translations, stage->rotations, &stage->pose.placement, stage->world);
    stage->pose.translations = stage->translations;
    stage->pose.rotations = stage->rotations;
    for (int side = 0; side < 2; side++)
        stage->contacts[hero->limb[side]] = frame->stands[side];
}

static void measure(const figure *hero, const stage *stage, slide *slides) {
    for (int limb = 0; limb < 2; limb++)
        slide_add(&slides[limb], character_toe(&hero->rig, &stage->pose, limb), 1.0 / RATE,
                  stage->contacts[limb] > 0.0);
}

static void tell_of(account *told, const fp_walker_frame *frame) {
    for (int side = 0; side < 2; side++) {
        told->steps += frame->stands[side] && !told->stood[side];
        told->stood[side] = frame->stands[side];
    }
    told->way += hypot(frame->at.left - told->before.left, frame->at.forward - told->before.forward);
    told->turned += frame->at.heading - told->before.heading;
    told->before = frame->at;
    told->highest = frame->legs.middle.y > told->highest ? frame->legs.middle.y : told->highest;
}

/* One frame: the gait makes the pose, the wind pushes the figure aside, and the lock keeps its feet. */
static int play_frame(figure *hero, character *feet, stage *stage, double time, account *told) {
    fp_walker_target target = wanted(time);
    fp_walker_frame frame;
    fp_walker_step(&hero->walker, &target, 1.0 / RATE, &frame);
    tell_of(told, &frame);
    show(hero, &frame, stage);
    measure(hero, stage, told->walked);
    if (time > 10.0 && time < 16.0)
        stage->pushed = fp_add(stage->pushed, fp_figure_ahead(frame.at.heading, PUSH / RATE, 0.0));
    stage->pose.placement.translation = fp_add(stage->pose.placement.translation, stage->pushed);
    measure(hero, stage, told->pushed);
    if (!fp_foot_locker_step(&feet->locker, stage->pose, stage->contacts, NULL, 1.0 / RATE, feet->results))
        return 0;
    measure(hero, stage, told->locked);
    return 1;
}

int walk_figure(const char *path) {
    static figure hero;
    static character feet;
    static stage stage;
    static account told;
    const char *wrong = figure_read(&hero, path);
    if (wrong) {
        fprintf(stderr, "%s: error: %s\n", path, wrong);
        return 1;
    }
    hero.walker.ground = ground_at;
    fp_walker_reset(&hero.walker, 0.0, 0.0, 0.0);
    told.before = hero.walker.now.way.at;
    told.stood[0] = told.stood[1] = 1;
    character_start(&feet, hero.rig);
    for (int frame = 0; frame < RATE * SECONDS; frame++)
        if (!play_frame(&hero, &feet, &stage, (double)frame / RATE, &told))
            return 1;
    printf("%d frames, %d steps, %.2f m, %.0f degrees to the left, hips up to %.2f m\n", RATE * SECONDS, told.steps,
           told.way, told.turned * 57.29577951308232, told.highest);
    printf("speed of the toes in contact, cm/s\n");
    for (int i = 0; i < 2; i++)
        printf("foot %d: %5.2f walked, %5.2f pushed, %5.2f locked\n", i + 1, slide_cm_per_s(told.walked[i]),
               slide_cm_per_s(told.pushed[i]), slide_cm_per_s(told.locked[i]));
    return 0;
}
