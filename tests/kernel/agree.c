/* The headers used from C, for a test that compares with the Python module to the last bit.
 *
 * Standard input: one kind of record after the other, each a letter and doubles; output: doubles.
 *   L  a leg: 5 points, knee rotation, 4 rotations above, 4 local rotations, toe target, knee axis,
 *      stretch, softening   ->   4 local rotations, status, miss
 *   E  a rotation, three axes, three angles before   ->   three angles
 *   K  an input, contact, dt: a frame of the lock (blend 0.1, release 0.15, distances 0.1 and 0.2, floor 0.02); dt < 0
 *      starts anew   ->   place, velocity, locked
 *   F  translation and rotation of a root and its child, a placement   ->   2 places, 2 rotations
 */
#include <stdio.h>

#include "footpipe/kernel.h"

static int read_doubles(double *out, size_t count) {
    return fread(out, sizeof(double), count, stdin) == count;
}

static void write_doubles(const double *values, size_t count) {
    fwrite(values, sizeof(double), count, stdout);
}

static int leg(void) {
    double in[15 + 4 + 16 + 16 + 3 + 3 + 2], out[18];
    const double *at = in + 19;
    fp_leg_pose pose;
    fp_leg_goal goal;
    fp_leg_rule rule;
    fp_leg_solution solution;
    if (!read_doubles(in, sizeof in / sizeof *in))
        return 0;
    pose.hip = fp_vec_load(in);
    pose.knee = fp_vec_load(in + 3);
    pose.ankle = fp_vec_load(in + 6);
    pose.toe = fp_vec_load(in + 9);
    pose.toe_end = fp_vec_load(in + 12);
    pose.knee_rotation = fp_quat_load(in + 15);
    for (int i = 0; i < FP_LEG_JOINTS; i++) {
        pose.above[i] = fp_quat_load(at + 4 * i);
        pose.local[i] = fp_quat_load(at + 16 + 4 * i);
    }
    goal.toe = goal.ankle = fp_vec_load(at + 32);
    goal.own_ankle = 1;
    goal.knee_axis = fp_vec_load(at + 35);
    goal.least = fp_heights_none();
    goal.sole = fp_sole_turns_none();
    rule.reach.stretch = at[38];
    rule.reach.softening = at[39];
    rule.reach.article = 0;
    rule.aim_foot = rule.aim_toe = 1;
    fp_leg_solve(&pose, &goal, &rule, &solution);
    for (int i = 0; i < FP_LEG_JOINTS; i++)
        fp_quat_store(out + 4 * i, solution.local[i]);
    out[16] = solution.status;
    out[17] = solution.miss;
    write_doubles(out, 18);
    return 1;
}

static int euler(void) {
    double in[10], out[3];
    int axes[3];
    if (!read_doubles(in, 10))
        return 0;
    for (int i = 0; i < 3; i++)
        axes[i] = (int)in[4 + i];
    fp_quat_to_euler(fp_quat_load(in), axes, 3, in + 7, out);
    write_doubles(out, 3);
    return 1;
}

static int lock(fp_lock *state) {
    double in[5], out[7];
    fp_lock_rule rule;
    rule.blend = 0.1;
    rule.release = 0.15;
    rule.lock_distance = 0.1;
    rule.unlock_distance = 0.2;
    rule.keep_height = 0;
    if (!read_doubles(in, 5))
        return 0;
    if (in[4] < 0.0)
        *state = fp_lock_start(fp_vec_load(in), in[3] != 0.0, 0.02, rule);
    else
        fp_lock_update(state, fp_vec_load(in), in[3] != 0.0, 0.02, in[4], rule);
    fp_vec_store(out, state->output.position);
    fp_vec_store(out + 3, state->output.velocity);
    out[6] = state->locked;
    write_doubles(out, 7);
    return 1;
}

static int forward(void) {
    static const int parents[2] = {-1, 0};
    double in[6 + 8 + 8], positions[6], rotations[8];
    fp_placement placement;
    if (!read_doubles(in, 22))
        return 0;
    placement.translation = fp_vec_load(in + 14);
    placement.rotation = fp_quat_load(in + 17);
    placement.scale = in[21];
    fp_forward(in, in + 6, parents, 2, placement, positions, rotations);
    write_doubles(positions, 6);
    write_doubles(rotations, 8);
    return 1;
}

static int scaled(void) {
    static const int parents[2] = {-1, 0};
    double in[6 + 8 + 6 + 8], axes[18], positions[6], rotations[8];
    fp_placement placement;
    if (!read_doubles(in, 28))
        return 0;
    placement.translation = fp_vec_load(in + 20);
    placement.rotation = fp_quat_load(in + 23);
    placement.scale = in[27];
    fp_forward_scaled(in, in + 6, in + 14, parents, 2, placement, axes, positions, rotations);
    write_doubles(positions, 6);
    write_doubles(rotations, 8);
    return 1;
}

int main(void) {
    fp_lock state = fp_lock_start(fp_vec_make(0.0, 0.0, 0.0), 0, 0.0, (fp_lock_rule){0.1, 0.15, 0.1, 0.2, 0});
    int kind, good = 1;
    while (good && (kind = getchar()) != EOF)
        good = kind == 'L'   ? leg()
               : kind == 'E' ? euler()
               : kind == 'K' ? lock(&state)
               : kind == 'F' ? forward()
               : kind == 'S' ? scaled()
                             : 0;
    return good ? 0 : 1;
}
