/* The joints of a leg, from the hip down; the toe joint is the ball of the foot. */
#ifndef FOOTPIPE_LEG_JOINTS_H
#define FOOTPIPE_LEG_JOINTS_H

enum { FP_HIP, FP_KNEE, FP_ANKLE, FP_TOE, FP_LEG_JOINTS };

#endif
