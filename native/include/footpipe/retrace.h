/* Rotations back into the channels that they came from, over the frames of a clip, without jumps.
 *
 * A joint's channels are in any number and order. An axis that stands several times in a row is one turn, of which
 * the first channel takes the change. The first three turns hold every rotation; those after them keep their values.
 */
#ifndef FOOTPIPE_RETRACE_H
#define FOOTPIPE_RETRACE_H

#include "footpipe/euler.h"

/* A joint's rotation channels, outermost first: where they stand in a row of numbers, and their axes. */
typedef struct {
    const int *columns, *axes;
    int count;
} fp_channels;

/* The first three turns: the column that takes the change, axis, and angle in degrees. `held` is how many channels
 * they are made of. */
typedef struct {
    int count, held, columns[3], axes[3];
    double angles[3];
} fp_turns;

static inline fp_quat fp_channels_rotation(fp_channels channels, const double *row) {
    fp_quat q = fp_quat_identity();
    for (int c = 0; c < channels.count; c++) {
        fp_quat turn = fp_euler_channel(channels.axes[c], row[channels.columns[c]]);
        q = c ? fp_quat_mul(q, turn) : turn;
    }
    return q;
}

/* The rotation of the channels after the first `held`. */
static inline fp_quat fp_channels_after(fp_channels channels, int held, const double *row) {
    channels.columns += held;
    channels.axes += held;
    channels.count -= held;
    return fp_channels_rotation(channels, row);
}

static inline fp_turns fp_turns_of(fp_channels channels, const double *row) {
    fp_turns turns;
    int c = 0;
    turns.count = 0;
    for (; c < channels.count; c++) {
        double angle = row[channels.columns[c]];
        if (c && channels.axes[c] == channels.axes[c - 1]) {
            turns.angles[turns.count - 1] += angle;
            continue;
        }
        if (turns.count == 3)
            break;
        turns.columns[turns.count] = channels.columns[c];
        turns.axes[turns.count] = channels.axes[c];
        turns.angles[turns.count++] = angle;
    }
    turns.held = c;
    return turns;
}

static inline int fp_turns_near(const fp_turns *turns, const double *angles, double same) {
    for (int i = 0; i < turns->count; i++)
        if (!(fabs(turns->angles[i] - angles[i]) <= same))
            return 0;
    return 1;
}

/* One frame of one joint.
 *
 * q          IN      its rotation
 * turned     IN      whether that is not the file's own
 * previous   IN      the numbers of the frame before; NULL where they lead it nowhere: at the start, in rest poses
 * same       IN      degrees by which two solutions of one rotation differ at most
 * row, kept  IN OUT  the frame's numbers, and which of them are the file's own
 *
 * A frame that is turned gets the angles nearest to the frame before. After it the file's own come back as soon as
 * they lie on that curve; until then its other solution is taken, so that there is no jump.
 * Returns whether the numbers are not the file's own. */
static inline int fp_retrace(fp_quat q, int turned, fp_channels channels, const double *previous, double same,
                             double *row, unsigned char *kept) {
    fp_turns own = fp_turns_of(channels, row), before = previous ? fp_turns_of(channels, previous) : own;
    double angles[3];
    if (!own.count)
        return 0;
    if (own.held < channels.count)
        q = fp_quat_mul(q, fp_quat_conj(fp_channels_after(channels, own.held, row)));
    fp_quat_to_euler(q, own.axes, own.count, before.angles, angles);
    if (!turned && fp_turns_near(&own, angles, same))
        return 0;
    for (int i = 0; i < own.count; i++) {
        double *number = row + own.columns[i];
        *number = *number == own.angles[i] ? angles[i] : *number + (angles[i] - own.angles[i]);
        kept[own.columns[i]] = 0;
    }
    return 1;
}

#endif
