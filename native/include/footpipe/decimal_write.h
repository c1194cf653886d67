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

/* 10^n, n up to 19. */
static inline uint64_t fp_power_of_ten(int n) {
    static const uint64_t ten[] = {1u,
                                   10u,
                                   100u,
                                   1000u,
                                   10000u,
                                   100000u,
                                   1000000u,
                                   10000000u,
                                   100000000u,
                                   1000000000u,
                                   10000000000u,
                                   100000000000u,
                                   1000000000000u,
                                   10000000000000u,
                                   100000000000000u,
                                   1000000000000000u,
                                   10000000000000000u,
                                   100000000000000000u,
                                   1000000000000000000u,
                                   10000000000000000000u};
    return ten[n];
}

/* The last `count` digits of `value`, from p on. Returns the byte after them. */
static inline unsigned char *fp_write_digits(uint64_t value, int count, unsigned char *p) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    unsigned char *end = p + count;
    for (p = end; count > 1; count -= 2) {
        p -= 2;
        memcpy(p, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (count)
        *--p = (unsigned char)('0' + value % 10);
    return end;
}

/* A whole number in as many digits as it needs. Returns the byte after them. */
static inline unsigned char *fp_write_whole(uint64_t value, unsigned char *p) {
    int count = 1;
    while (count < 20 && value >= fp_power_of_ten(count))
        count++;
    return fp_write_digits(value, count, p);
}

/* The whole number `value`, 2^63 or more. Returns the byte after its digits. */
static inline unsigned char *fp_write_large(double value, unsigned char *p) {
    uint64_t bits = fp_bits_of_double(value);
    uint32_t nines[FP_LONGEST_DECIMAL / 9]; /* nine digits each, the last ones first */
    int count = 0;
    fp_big n;
    fp_big_set(&n, (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52);
    fp_big_shift(&n, (int)(bits >> 52) - 1075);
    while (n.n)
        nines[count++] = fp_big_divide(&n, 1000000000u);
    p = fp_write_whole(nines[--count], p);
    while (count)
        p = fp_write_digits(nines[--count], 9, p);
    return p;
}

/* value      IN   finite
 * decimals   IN   1 to FP_MOST_DECIMALS
 * out        OUT  up to FP_LONGEST_DECIMAL bytes
 * Returns the byte after the text. */
static inline unsigned char *fp_decimal_write(double value, int decimals, unsigned char *out) {
    double size = fabs(value);
    int large = size >= 9223372036854775808.0;
    int64_t whole = large ? 1 : (int64_t)size;
    uint64_t behind = large ? 0 : fp_scaled_fraction(size - (double)whole, fp_power_of_ten(decimals));
    if (behind == fp_power_of_ten(decimals)) {
        behind = 0;
        whole++;
    }
    if (value < 0.0 && (whole || behind))
        *out++ = '-';
    out = large ? fp_write_large(size, out) : fp_write_whole((uint64_t)whole, out);
    *out++ = '.';
    return fp_write_digits(behind, decimals, out);
}

#endif
