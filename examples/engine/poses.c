#include "poses.h"

#include <string.h>

#include "numbers.h"

static void point_at_arrays(poses *poses) {
    poses->rig.parents = poses->parents;
    poses->rig.legs = poses->legs;
    poses->rig.knee_axes = poses->knee_axes;
    poses->rig.rest_translations = poses->rest_translations;
    poses->rig.rest_rotations = poses->rest_rotations;
    poses->pose.translations = poses->translations;
    poses->pose.rotations = poses->rotations;
}

static int read_character(poses *poses) {
    int joints = poses->rig.joints, limbs = poses->rig.limbs;
    double at[8];
    int good = read_whole(poses->file, poses->parents, joints) && read_whole(poses->file, poses->legs, 5 * limbs) &&
               read_numbers(poses->file, poses->knee_axes, 3 * limbs) &&
               read_numbers(poses->file, poses->rest_translations, 3 * joints) &&
               read_numbers(poses->file, poses->rest_rotations, 4 * joints) && read_numbers(poses->file, at, 8);
    if (!good)
        return 0;
    poses->pose.placement.translation = fp_vec_load(at);
    poses->pose.placement.rotation = fp_quat_load(at + 3);
    poses->pose.placement.scale = at[7];
    memcpy(poses->translations, poses->rest_translations, sizeof(double) * 3 * (size_t)joints);
    return 1;
}

const char *poses_open(poses *poses, const char *path) {
    int sizes[3];
    memset(poses, 0, sizeof *poses);
    poses->file = fopen(path, "r");
    if (!poses->file)
        return "cannot be opened";
    if (!read_whole(poses->file, sizes, 3))
        return "is no table of poses";
    if (sizes[0] < 1 || sizes[0] > MOST_JOINTS || sizes[1] < 1 || sizes[1] > MOST_LIMBS)
        return "has more joints or limbs than there is room for";
    poses->rig.joints = sizes[0];
    poses->rig.limbs = sizes[1];
    poses->frames = sizes[2];
    point_at_arrays(poses);
    return read_character(poses) ? NULL : "ends within its character";
}

int poses_next(poses *poses) {
    return read_numbers(poses->file, &poses->dt, 1) && read_numbers(poses->file, poses->contacts, poses->rig.limbs) &&
           read_numbers(poses->file, poses->translations, 3) &&
           read_numbers(poses->file, poses->rotations, 4 * poses->rig.joints);
}

void poses_close(poses *poses) {
    if (poses->file)
        fclose(poses->file);
}
