/* 128-bit products and quotients of 64-bit numbers, and doubles from their bits: plain C99, the same on every machine.
 */
#ifndef FOOTPIPE_WIDE_H
#define FOOTPIPE_WIDE_H

#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t high, low;
} fp_wide;

static inline fp_wide fp_wide_product(uint64_t a, uint64_t b) {
    uint64_t a1 = a >> 32, a0 = a & 0xffffffffu, b1 = b >> 32, b0 = b & 0xffffffffu;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    fp_wide product;
    product.high = a1 * b1 + (middle >> 32) + (other >> 32);
    product.low = (other << 32) | (low & 0xffffffffu);
    return product;
}

/* Zero bits above the highest that is set; `value` is not 0. */
static inline int fp_leading_zeros(uint64_t value) {
    int zeros = 0;
    for (int step = 32; step; step >>= 1)
        if (!(value >> (64 - step))) {
            zeros += step;
            value <<= step;
        }
    return zeros;
}

/* One 32-bit digit of a quotient: the top of `rest` and its next digit, by d = d1, d0 (Knuth's algorithm D). */
static inline uint64_t fp_quotient_digit(uint64_t *rest, uint64_t next, uint64_t d) {
    uint64_t d1 = d >> 32, d0 = d & 0xffffffffu, q = *rest / d1, r = *rest % d1;
    while (q >> 32 || q * d0 > ((r << 32) | next)) {
        q--;
        r += d1;
        if (r >> 32)
            break;
    }
    *rest = ((*rest << 32) | next) - q * d;
    return q;
}

/* n / d where n.high < d and d has its highest bit; the remainder too. */
static inline uint64_t fp_wide_quotient(fp_wide n, uint64_t d, uint64_t *remainder) {
    uint64_t rest = n.high;
    uint64_t high = fp_quotient_digit(&rest, n.low >> 32, d);
    uint64_t low = fp_quotient_digit(&rest, n.low & 0xffffffffu, d);
    *remainder = rest;
    return (high << 32) + low;
}

static inline double fp_double_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t fp_bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The double nearest to 1.xxx * 2^exponent, ties to even: `bits` are 1xxx, and `more` tells whether anything but
 * zeros follows them. Infinity where it is too large; subnormal numbers are rounded once. */
static inline double fp_double_nearest(uint64_t bits, int more, int exponent) {
    int small = exponent < -1022, drop = small ? 11 - 1022 - exponent : 11;
    uint64_t kept, rest, half = (uint64_t)1 << 63;
    if (exponent > 1023)
        return fp_double_of_bits((uint64_t)0x7ff << 52);
    if (drop > 64)
        return 0.0;
    kept = drop == 64 ? 0 : bits >> drop;
    rest = bits << (64 - drop);
    if (rest > half || (rest == half && (more || kept & 1)))
        kept++;
    return fp_double_of_bits(small ? kept : ((uint64_t)(exponent + 1022) << 52) + kept);
}

/* a / b * 2^exponent as the nearest double; both have their highest bit. */
static inline double fp_double_of_quotient(uint64_t a, uint64_t b, int exponent) {
    fp_wide n;
    uint64_t remainder, q;
    n.high = a >> 1;
    n.low = a << 63;
    q = fp_wide_quotient(n, b, &remainder);
    if (q >> 63)
        return fp_double_nearest(q, remainder != 0, exponent);
    return fp_double_nearest(q << 1, remainder != 0, exponent - 1);
}

#endif
