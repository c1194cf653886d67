/* A double as text of so many decimals: its exact value, rounded once, ties to even. Never "-0.000000".
 *
 * A double is m * 2^e. What is behind the point is below 1, so m * 10^decimals has at most 110 bits, and shifting
 * them by e leaves the digits and what was cut off, exactly.
 */
#ifndef FOOTPIPE_DECIMAL_WRITE_H
#define FOOTPIPE_DECIMAL_WRITE_H

#include <math.h>

#include "footpipe/big.h"
#include "footpipe/wide.h"

#define FP_MOST_DECIMALS 17
#define FP_LONGEST_DECIMAL 328 /* sign, 309 digits, point, decimals */

/* n / 2^shift to the nearest, ties to even; n is below 2^127, and the result below 2^64. */
static inline uint64_t fp_wide_shifted(fp_wide n, int shift) {
    uint64_t kept, cut, half = (uint64_t)1 << 63;
    int more = 0;
    if (shift > 127)
        return 0;
    if (shift > 64) { /* now the bits to cut are the top of a word, with `more` below it */
        more = (n.low << (128 - shift)) != 0;
        n.low = (n.low >> (shift - 64)) | (n.high << (128 - shift));
        n.high >>= shift - 64;
        shift = 64;
    }
    kept = shift == 64 ? n.high : (n.high << (64 - shift)) | (n.low >> shift);
    cut = shift == 64 ? n.low : n.low << (64 - shift);
    return kept + (cut > half || (cut == half && (more || kept & 1)));
}

/* fraction * scale to the nearest whole number; 0 <= fraction < 1, scale up to 10^17. */
static inline uint64_t fp_scaled_fraction(double fraction, uint64_t scale) {
    uint64_t bits = fp_bits_of_double(fraction), mantissa = bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(bits >> 52);
    if (exponent)
        mantissa |= (uint64_t)1 << 52;
    else
        exponent = 1;
    return fp_wide_shifted(fp_wide_product(mantissa, scale), 1075 - exponent);
}

/* `value` in digits, of which the last stands before `end`, with zeros up to `least` of them. Returns the first. */
static inline unsigned char *fp_write_digits(uint64_t value, int least, unsigned char *end) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    unsigned char *p = end;
    for (; value >= 10 || end - p + 1 < least; value /= 100) {
        p -= 2;
        memcpy(p, pairs + 2 * (value % 100), 2);
    }
    if (value || end - p < least)
        *--p = (unsigned char)('0' + value);
    return p;
}

/* The whole number `value`, 2^63 or more, in digits that end before `end`. Returns the first. */
static inline unsigned char *fp_write_large(double value, unsigned char *end) {
    uint64_t bits = fp_bits_of_double(value);
    fp_big n;
    fp_big_set(&n, (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52);
    fp_big_shift(&n, (int)(bits >> 52) - 1075);
    while (n.n > 1)
        end = fp_write_digits(fp_big_divide(&n, 1000000000u), 9, end);
    return fp_write_digits(n.n ? n.limb[0] : 0, 0, end);
}

/* value      IN   finite
 * decimals   IN   1 to FP_MOST_DECIMALS
 * out        OUT  up to FP_LONGEST_DECIMAL bytes
 * Returns the byte after the text. */
static inline unsigned char *fp_decimal_write(double value, int decimals, unsigned char *out) {
    static const uint64_t ten[] = {1,
                                   10,
                                   100,
                                   1000,
                                   10000,
                                   100000,
                                   1000000,
                                   10000000,
                                   100000000,
                                   1000000000,
                                   10000000000u,
                                   100000000000u,
                                   1000000000000u,
                                   10000000000000u,
                                   100000000000000u,
                                   1000000000000000u,
                                   10000000000000000u,
                                   100000000000000000u};
    unsigned char text[FP_LONGEST_DECIMAL], *end = text + FP_LONGEST_DECIMAL, *first;
    double size = fabs(value);
    int large = size >= 9223372036854775808.0;
    uint64_t whole = large ? 0 : (uint64_t)size;
    uint64_t behind = large ? 0 : fp_scaled_fraction(size - (double)whole, ten[decimals]);
    if (behind == ten[decimals]) {
        behind = 0;
        whole++;
    }
    first = fp_write_digits(behind, decimals, end);
    *--first = '.';
    first = large ? fp_write_large(size, first) : fp_write_digits(whole, 1, first);
    if (value < 0.0 && (large || whole || behind))
        *--first = '-';
    memcpy(out, first, (size_t)(end - first));
    return out + (end - first);
}

#endif
