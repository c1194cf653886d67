/* Whole numbers of up to 3,200 bits: what is left to do where 64 bits do not decide a number's last digit.
 *
 * On the stack, without allocation. Nobody asks for more bits than there are: see the bounds in decimal_read.h
 * and decimal_write.h; a number that would not fit is cut off rather than written beyond its limbs.
 */
#ifndef FOOTPIPE_BIG_H
#define FOOTPIPE_BIG_H

#include <stdint.h>

#define FP_BIG_LIMBS 100

/* limb[0] is the lowest; `n` limbs are in use, the highest of them is not 0. */
typedef struct {
    int n;
    uint32_t limb[FP_BIG_LIMBS];
} fp_big;

static inline void fp_big_set(fp_big *a, uint64_t value) {
    a->n = 0;
    while (value) {
        a->limb[a->n++] = (uint32_t)value;
        value >>= 32;
    }
}

/* a = a * factor + more */
static inline void fp_big_scale(fp_big *a, uint32_t factor, uint32_t more) {
    uint64_t carry = more;
    for (int i = 0; i < a->n; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && a->n < FP_BIG_LIMBS)
        a->limb[a->n++] = (uint32_t)carry;
}

/* a = a * 5^power */
static inline void fp_big_times_five(fp_big *a, int power) {
    for (; power >= 13; power -= 13)
        fp_big_scale(a, 1220703125u, 0);
    for (; power > 0; power--)
        fp_big_scale(a, 5, 0);
}

/* a = a / divisor; the remainder. */
static inline uint32_t fp_big_divide(fp_big *a, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = a->n - 1; i >= 0; i--) {
        rest = (rest << 32) | a->limb[i];
        a->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (a->n && !a->limb[a->n - 1])
        a->n--;
    return (uint32_t)rest;
}

/* a = a * 2^bits */
static inline void fp_big_shift(fp_big *a, int bits) {
    int limbs = bits / 32, part = bits % 32;
    if (!a->n)
        return;
    if (part)
        fp_big_scale(a, (uint32_t)1 << part, 0);
    if (a->n + limbs > FP_BIG_LIMBS)
        limbs = FP_BIG_LIMBS - a->n;
    for (int i = a->n - 1; limbs && i >= 0; i--)
        a->limb[i + limbs] = a->limb[i];
    for (int i = 0; i < limbs; i++)
        a->limb[i] = 0;
    a->n += limbs;
}

/* Bits up to the highest that is set. */
static inline int fp_big_bits(const fp_big *a) {
    int bits = 32 * (a->n - 1);
    if (!a->n)
        return 0;
    for (uint32_t top = a->limb[a->n - 1]; top; top >>= 1)
        bits++;
    return bits;
}

/* The highest 64 bits, of which the first is set; `a` is not 0. */
static inline uint64_t fp_big_top(const fp_big *a) {
    int i = a->n - 1, zeros = 32 * a->n - fp_big_bits(a);
    uint64_t top = (uint64_t)a->limb[i] << 32 | (i > 0 ? a->limb[i - 1] : 0);
    return zeros ? top << zeros | (i > 1 ? a->limb[i - 2] >> (32 - zeros) : 0) : top;
}

/* Below, at or above 0 as a is below, equal to or above b. */
static inline int fp_big_compare(const fp_big *a, const fp_big *b) {
    if (a->n != b->n)
        return a->n - b->n;
    for (int i = a->n - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a = a - b, where b is not above a. */
static inline void fp_big_subtract(fp_big *a, const fp_big *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        uint64_t less = borrow + (i < b->n ? b->limb[i] : 0);
        borrow = a->limb[i] < less;
        a->limb[i] = (uint32_t)(a->limb[i] - less);
    }
    while (a->n && !a->limb[a->n - 1])
        a->n--;
}

#endif
