#include "figure.h"

#include <string.h>

#include "numbers.h"

typedef struct {
    int joints, sets, style, program, numbers, outputs;
} sizes;

static int sizes_fit(const sizes *s) {
    return s->joints >= 1 && s->joints <= MOST_JOINTS && s->sets >= 1 && s->sets <= FP_GAIT_SETS && s->style >= 1 &&
           s->style <= MOST_STYLE && s->program >= 0 && s->program <= MOST_RULES && s->numbers >= 0 &&
           s->numbers <= MOST_RULES && s->outputs >= 0 && s->outputs <= FP_LEG_JOINTS;
}

/* Returns 0 where the file ends early, or the rules take more room than there is. */
static int read_style(figure *f, FILE *file, const sizes *s) {
    double style[MOST_STYLE];
    int joints[FP_LEG_JOINTS];
    if (!read_numbers(file, style, s->style) || !read_whole(file, f->program, s->program) ||
        !read_numbers(file, f->numbers, s->numbers) || !read_whole(file, joints, s->outputs))
        return 0;
    f->walker.style = fp_gait_read_style(style, s->sets);
    if (s->program == 0)
        return 1;
    f->rules = fp_fuzzy_open(f->program);
    f->walker.style.react.rules = &f->rules;
    f->walker.style.react.numbers = f->numbers;
    f->walker.style.react.arena = f->arena;
    for (int i = 0; i < s->outputs; i++)
        f->walker.style.react.joint[i] = joints[i];
    return fp_fuzzy_room(&f->rules) <= MOST_ARENA;
}

static int read_legs(figure *f, FILE *file) {
    double lengths[FP_LEG_LENGTHS], hips[6], bones[8];
    if (!read_numbers(file, lengths, FP_LEG_LENGTHS) || !read_numbers(file, hips, 6) || !read_numbers(file, bones, 8))
        return 0;
    f->walker.lengths = fp_leg_read_lengths(lengths);
    f->walker.figure = fp_figure_read(hips, bones);
    return read_whole(file, &f->walker.sways, 1);
}

static int read_body(figure *f, FILE *file, int joints) {
    double at[8];
    int which[2];
    int good = read_whole(file, f->parents, joints) && read_whole(file, f->plays, joints) &&
               read_whole(file, f->parts, joints) && read_numbers(file, f->shares, joints) &&
               read_numbers(file, f->translations, 3 * joints) && read_numbers(file, f->rotations, 4 * joints) &&
               read_numbers(file, f->turns, 4 * joints) && read_whole(file, which, 2) && read_numbers(file, at, 8);
    if (!good)
        return 0;
    f->body.joints = joints;
    f->body.parents = f->parents;
    f->body.plays = f->plays;
    f->body.parts = f->parts;
    f->body.shares = f->shares;
    f->body.translations = f->translations;
    f->body.rotations = f->rotations;
    f->body.turns = f->turns;
    f->body.pelvis = which[0];
    f->body.carrier = which[1];
    f->body.pelvis_at = fp_vec_load(at);
    f->body.placement.rotation = fp_quat_load(at + 3);
    f->body.placement.scale = at[7];
    return 1;
}

static int read_rig(figure *f, FILE *file, int joints) {
    f->rig.joints = joints;
    f->rig.limbs = 2;
    f->rig.parents = f->parents;
    f->rig.legs = f->legs;
    f->rig.knee_axes = f->knee_axes;
    f->rig.rest_translations = f->rest_translations;
    f->rig.rest_rotations = f->rest_rotations;
    return read_whole(file, f->limb, 2) && read_whole(file, f->legs, 2 * FP_LEG_WIDTH) &&
           read_numbers(file, f->knee_axes, 2 * 3) && read_numbers(file, f->rest_translations, 3 * joints) &&
           read_numbers(file, f->rest_rotations, 4 * joints);
}

static const char *read_all(figure *f, FILE *file) {
    int told[6];
    if (!read_whole(file, told, 6))
        return "is no figure";
    sizes s = {told[0], told[1], told[2], told[3], told[4], told[5]};
    if (!sizes_fit(&s))
        return "has more in it than there is room for";
    int good =
        read_style(f, file, &s) && read_legs(f, file) && read_body(f, file, s.joints) && read_rig(f, file, s.joints);
    return good ? NULL : "ends early";
}

const char *figure_read(figure *figure, const char *path) {
    FILE *file = fopen(path, "r");
    memset(figure, 0, sizeof *figure);
    if (!file)
        return "cannot be opened";
    const char *wrong = read_all(figure, file);
    fclose(file);
    return wrong;
}
