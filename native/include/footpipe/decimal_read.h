/* A number's text as the nearest double, ties to even: exact for any number of digits, whatever the locale.
 *
 *   sign? (digits [. digits?] | . digits) ([eE] sign? digits)?
 *
 * Three ways, each taken where the one before does not decide:
 *   1. up to 53 bits of digits and a power of ten up to 22 are both exact, so one division or product rounds once
 *      (Clinger, "How to read floating point numbers accurately", 1990). Nearly every number of a file is of this kind
 *   2. up to 19 digits over a power up to 27: the quotient of w and 5^k in 64 bits, with its remainder
 *   3. whole numbers of any length, of which 800 digits are enough: no number half-way between two doubles has more
 */
#ifndef FOOTPIPE_DECIMAL_READ_H
#define FOOTPIPE_DECIMAL_READ_H

#include <float.h>

#include "footpipe/big.h"
#include "footpipe/wide.h"

#define FP_WORD_DIGITS 19      /* that a uint64_t holds */
#define FP_MOST_DIGITS 800     /* that can matter */
#define FP_FARTHEST 1000000000 /* digits and exponents are not counted beyond */

/* digits * 10^power of ten; `first` and `last` are where all digits stand, a point among them. */
typedef struct {
    const unsigned char *first, *last;
    uint64_t digits;
    int count, decimals, power;
} fp_decimal;

static inline int fp_is_digit(unsigned char c) {
    return (unsigned)(c - '0') < 10;
}

/* Digits are counted in `count`, and taken into `digits` modulo 2^64. */
static inline const unsigned char *fp_read_digits(const unsigned char *p, const unsigned char *end, fp_decimal *d) {
    const unsigned char *first = p;
    uint64_t digits = d->digits;
    for (; p < end && fp_is_digit(*p); p++)
        digits = 10 * digits + (uint64_t)(*p - '0');
    d->digits = digits;
    d->count += p - first < FP_FARTHEST ? (int)(p - first) : FP_FARTHEST;
    return p;
}

/* What follows e; NULL where that is no exponent. */
static inline const unsigned char *fp_read_power(const unsigned char *p, const unsigned char *end, fp_decimal *d) {
    int power = 0, negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p == end || !fp_is_digit(*p))
        return 0;
    for (; p < end && fp_is_digit(*p); p++)
        power = power < FP_FARTHEST / 10 ? 10 * power + (*p - '0') : power;
    d->power = negative ? -power : power;
    return p;
}

/* A number without its sign. Returns the byte after it; NULL where there is none. */
static inline const unsigned char *fp_read_parts(const unsigned char *p, const unsigned char *end, fp_decimal *d) {
    d->digits = 0;
    d->count = d->decimals = d->power = 0;
    d->first = p;
    p = fp_read_digits(p, end, d);
    if (p < end && *p == '.') {
        int whole = d->count;
        p = fp_read_digits(p + 1, end, d);
        d->decimals = d->count - whole;
    }
    d->last = p;
    if (!d->count)
        return 0;
    if (p < end && (*p == 'e' || *p == 'E'))
        return fp_read_power(p + 1, end, d);
    return p;
}

/* 2. digits / 10^k = digits / 5^k / 2^k; digits are not 0, and k is up to 27, for which 5^k has 63 bits. */
static inline double fp_quotient_of_ten(uint64_t digits, int k) {
    uint64_t five = 1;
    int up, down;
    for (int i = 0; i < k; i++)
        five *= 5;
    up = fp_leading_zeros(digits);
    down = fp_leading_zeros(five);
    return fp_double_of_quotient(digits << up, five << down, down - up - k);
}

/* The digits from `first` to `last` as a whole number; the power of ten that it still lacks, `decimals` of them
 * being behind the point. Leading zeros do not count; what comes after 800 digits is a 1, if there is anything. */
static inline int fp_big_digits(const unsigned char *first, const unsigned char *last, fp_big *n) {
    int taken = 0, left_out = 0, more = 0;
    uint32_t nine = 0, scale = 1; /* up to nine digits that are not yet in n */
    fp_big_set(n, 0);
    for (const unsigned char *p = first; p < last; p++) {
        if (*p == '.' || (!taken && *p == '0'))
            continue;
        if (taken == FP_MOST_DIGITS) {
            left_out += left_out < FP_FARTHEST;
            more |= *p != '0';
            continue;
        }
        nine = 10 * nine + (uint32_t)(*p - '0');
        scale *= 10;
        taken++;
        if (scale == 1000000000u) {
            fp_big_scale(n, scale, nine);
            nine = 0;
            scale = 1;
        }
    }
    fp_big_scale(n, scale, nine);
    if (!more)
        return left_out;
    fp_big_scale(n, 10, 1);
    return left_out - 1;
}

/* 3. n / m * 2^exponent by long division, bit by bit. Both are left as they happen to be. */
static inline double fp_big_division(fp_big *n, fp_big *m, int exponent) {
    int shift = fp_big_bits(n) - fp_big_bits(m);
    uint64_t q = 0;
    fp_big_shift(shift < 0 ? n : m, shift < 0 ? -shift : shift);
    if (fp_big_compare(n, m) < 0) {
        fp_big_shift(n, 1);
        shift--;
    }
    for (int i = 0; i < 64; i++) {
        int one = fp_big_compare(n, m) >= 0;
        q = (q << 1) | (uint64_t)one;
        if (one)
            fp_big_subtract(n, m);
        fp_big_shift(n, 1);
    }
    return fp_double_nearest(q, n->n != 0, exponent + shift);
}

/* The same, neither being 0. Their first 64 bits bound the quotient on both sides, and nearly always both bounds are
 * nearest to one double. */
static inline double fp_big_quotient(fp_big *n, fp_big *m, int exponent) {
    uint64_t a = fp_big_top(n), b = fp_big_top(m);
    int shift = exponent + fp_big_bits(n) - fp_big_bits(m);
    if (a < UINT64_MAX && b < UINT64_MAX) {
        double low = fp_double_of_quotient(a, b + 1, shift), high = fp_double_of_quotient(a + 1, b, shift);
        if (low == high)
            return low;
    }
    return fp_big_division(n, m, exponent);
}

static inline double fp_exact(const fp_decimal *d) {
    fp_big n, m;
    int power = d->power - d->decimals + fp_big_digits(d->first, d->last, &n);
    int magnitude = power + (int)(fp_big_bits(&n) * 0.30103); /* 10^magnitude, a little below or above */
    if (!n.n || magnitude < -330)
        return 0.0;
    if (magnitude > 312)
        return fp_double_of_bits((uint64_t)0x7ff << 52);
    fp_big_set(&m, 1);
    fp_big_times_five(power < 0 ? &m : &n, power < 0 ? -power : power);
    return fp_big_quotient(&n, &m, power);
}

static inline double fp_decimal_value(const fp_decimal *d) {
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int power = d->power - d->decimals;
    if (d->count > FP_WORD_DIGITS)
        return fp_exact(d);
    if (FLT_EVAL_METHOD == 0 && d->digits >> 53 == 0 && power >= -22 && power <= 22)
        return power < 0 ? (double)d->digits / ten[-power] : (double)d->digits * ten[power];
    if (d->digits && power <= 0 && power >= -27)
        return fp_quotient_of_ten(d->digits, -power);
    return fp_exact(d);
}

/* p, end     IN   text; it need not end in a 0
 * value      OUT  the nearest double; infinity beyond the largest
 * decimals   OUT  digits behind the point; 0 where there is an exponent
 * Returns the byte after the number; NULL where no number begins at p. */
static inline const unsigned char *fp_decimal_read(const unsigned char *p, const unsigned char *end, double *value,
                                                   int *decimals) {
    int negative = p < end && *p == '-';
    fp_decimal d;
    const unsigned char *after = fp_read_parts(p + (negative || (p < end && *p == '+')), end, &d);
    if (!after)
        return 0;
    *value = fp_decimal_value(&d);
    if (negative)
        *value = -*value;
    *decimals = after == d.last ? d.decimals : 0;
    return after;
}

#endif
