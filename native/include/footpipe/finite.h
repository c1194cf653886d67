/* Whether numbers are finite: those that are not, are not 0 times 0. Four sums, so that none waits for the one before.
 */
#ifndef FOOTPIPE_FINITE_H
#define FOOTPIPE_FINITE_H

#include <stddef.h>

static inline int fp_all_finite(const double *values, ptrdiff_t count) {
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    ptrdiff_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += values[i + k] * 0.0;
    for (; i < count; i++)
        sum[0] += values[i] * 0.0;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0.0;
}

#endif
