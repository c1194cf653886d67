/* The kernel of footpipe: one limb, one frame (or one clip), no allocation, no globals, no state but what is passed.
 *
 *   vec, quat       points and rotations
 *   euler, retrace  Euler angles and back, and back into a file's channels
 *   forward         a pose in world space
 *   scaled          the same of joints that scale
 *   limb, knee_axis the leg as it stands, and its hinge over a clip
 *   reach, hinge, two_bone, ground, leg   the toe onto a target
 *   chain, carry                          the joints that legs hang on, and the one that carries them all
 *   inertialize, lock                     a point while it is in contact
 *   stance, sole, foot                    a foot's target while it is in contact
 *   leg_pose, foot_shape, ground_plane    a leg in a whole pose, what its standing pose tells, the ground under it
 *   foot_locker                           all feet of a character, frame by frame: what an engine calls
 *   toe_room, toe_heights, offline, relax the same with the whole clip at hand, on pentadiagonal and skyline;
 *                                         offline stands on offline_unknowns, offline_form and offline_reach
 *   fuzzy_set, fuzzy_ring, fuzzy          rules in words, and their derivatives
 *   gait_leg .. gait, gait_run            two legs that walk by such rules, seen from the side
 *   gait_figure                           the same put on a figure in three dimensions
 *   walker_way, walker_foot, walker_sway  where a figure that is steered goes, its feet, and what the rest of it does
 *   walker, walker_pose                   a figure that is steered, frame by frame: what an engine calls
 *
 * World space is in metres, y up; time in seconds; quaternions x, y, z, w.
 */
#ifndef FOOTPIPE_KERNEL_H
#define FOOTPIPE_KERNEL_H

#include "footpipe/carry.h"
#include "footpipe/euler.h"
#include "footpipe/foot_locker.h"
#include "footpipe/fuzzy.h"
#include "footpipe/gait_run.h"
#include "footpipe/offline.h"
#include "footpipe/relax.h"
#include "footpipe/retrace.h"
#include "footpipe/toe_heights.h"
#include "footpipe/toe_room.h"
#include "footpipe/walker_pose.h"

#endif
