/* The foot locker from C for as many frames as asked, for a test that looks at drift and at memory.
 *
 * Arguments: how often the frames are played. Standard input, as doubles: joints, limbs, frames, keep_height, flatten,
 * parents (J), legs (L, 5), knee axes (L, 3), rest translations (J, 3) and rotations (J, 4), placement (8), then per
 * frame: dt, contacts (L), translations (J, 3), rotations (J, 4).
 * Standard output, as doubles, of every frame of the second round and of the last:
 * rotations (J, 4), and per limb miss, hinge (3), and the lock's output, input, offset (6 each), contact (3), time,
 * locked; at the end the allocations made meanwhile.
 *
 * Linked with -Wl,--wrap=malloc and so on, every allocation is counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counted.h"
#include "footpipe/foot_locker.h"

enum { MOST_JOINTS = 64, MOST_LIMBS = 4, MOST_FRAMES = 1024, MOST_WIDTH = 1 + MOST_LIMBS + 7 * MOST_JOINTS };

static double numbers[3 * MOST_JOINTS + 4 * MOST_JOINTS + 3 * MOST_LIMBS + 8];
static double frames[MOST_FRAMES][MOST_WIDTH];
static double rotations[4 * MOST_JOINTS], positions[3 * MOST_JOINTS], orientations[4 * MOST_JOINTS];
static int parents[MOST_JOINTS], legs[5 * MOST_LIMBS];
static fp_foot_state feet[MOST_LIMBS];
static fp_foot_result results[MOST_LIMBS];

static void read_doubles(double *out, size_t count) {
    if (fread(out, sizeof(double), count, stdin) != count)
        exit(3);
}

static int read_whole(void) {
    double number;
    read_doubles(&number, 1);
    return (int)number;
}

static void write_doubles(const double *values, size_t count) {
    fwrite(values, sizeof(double), count, stdout);
}

static void write_motion(fp_motion motion) {
    double out[6];
    fp_vec_store(out, motion.position);
    fp_vec_store(out + 3, motion.velocity);
    write_doubles(out, 6);
}

static void write_foot(const fp_foot_state *foot, double miss) {
    const fp_lock *lock = &foot->foot.point[0].lock;
    double out[3], number = lock->locked;
    write_doubles(&miss, 1);
    fp_vec_store(out, fp_knee_axis_read(&foot->knee_axis));
    write_doubles(out, 3);
    write_motion(lock->output);
    write_motion(lock->input);
    write_motion(lock->offset);
    fp_vec_store(out, lock->contact);
    write_doubles(out, 3);
    write_doubles(&lock->time, 1);
    write_doubles(&number, 1);
}

static fp_placement read_character(fp_foot_locker *locker) {
    int joints = locker->rig.joints, limbs = locker->rig.limbs;
    double *knees = numbers, *rest = knees + 3 * limbs, *turned = rest + 3 * joints, *at = turned + 4 * joints;
    fp_placement placement;
    for (int i = 0; i < joints; i++)
        parents[i] = read_whole();
    for (int i = 0; i < 5 * limbs; i++)
        legs[i] = read_whole();
    read_doubles(numbers, (size_t)(3 * limbs + 7 * joints + 8));
    locker->rig.parents = parents;
    locker->rig.legs = legs;
    locker->rig.knee_axes = knees;
    locker->rig.rest_translations = rest;
    locker->rig.rest_rotations = turned;
    placement.translation = fp_vec_load(at);
    placement.rotation = fp_quat_load(at + 3);
    placement.scale = at[7];
    return placement;
}

static void play(fp_foot_locker *locker, fp_pose pose, int count, int told) {
    int joints = locker->rig.joints, limbs = locker->rig.limbs;
    for (int f = 0; f < count; f++) {
        const double *frame = frames[f], *translations = frame + 1 + limbs;
        memcpy(rotations, translations + 3 * joints, sizeof(double) * 4 * (size_t)joints);
        pose.translations = translations;
        if (!fp_foot_locker_step(locker, pose, frame + 1, NULL, frame[0], results))
            exit(4);
        if (!told)
            continue;
        write_doubles(rotations, 4 * (size_t)joints);
        for (int i = 0; i < limbs; i++)
            write_foot(&feet[i], results[i].leg.miss);
    }
}

int main(int words, char **word) {
    int rounds = words > 1 ? atoi(word[1]) : 0;
    fp_foot_locker locker;
    fp_pose pose;
    int count;
    long before;
    double counted;
    locker.rig.joints = read_whole();
    locker.rig.limbs = read_whole();
    count = read_whole();
    locker.rule = fp_foot_locker_usual();
    locker.rule.foot.lock.keep_height = read_whole();
    locker.rule.foot.flatten = read_whole();
    if (locker.rig.joints > MOST_JOINTS || locker.rig.limbs > MOST_LIMBS || count > MOST_FRAMES)
        return 2;
    locker.feet = feet;
    locker.positions = positions;
    locker.orientations = orientations;
    pose.placement = read_character(&locker);
    pose.rotations = rotations;
    for (int f = 0; f < count; f++)
        read_doubles(frames[f], (size_t)(1 + locker.rig.limbs + 7 * locker.rig.joints));
    fp_foot_locker_reset(&locker);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    before = allocations;
    for (int round = 0; round < rounds; round++)
        play(&locker, pose, count, round == 1 || round == rounds - 1);
    counted = (double)(allocations - before);
    write_doubles(&counted, 1);
    return 0;
}
