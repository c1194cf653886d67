/* Rows of numbers in a text: read in one pass, found again, and written with some of them changed.
 *
 * Words are what stands between blanks, which are all bytes up to the space. In nearly every file a line is a row;
 * the pass counts what is needed to see whether it is, and which line is odd.
 */
#ifndef FOOTPIPE_NUMBER_ROWS_H
#define FOOTPIPE_NUMBER_ROWS_H

#include "footpipe/decimal_read.h"
#include "footpipe/decimal_write.h"

/* What was found in a text. Places are bytes from its beginning; -1 where there is no such thing. */
typedef struct {
    int64_t words;        /* all of them */
    int64_t lines;        /* that have words */
    int64_t full_lines;   /* that have as many words as a row */
    int64_t begun;        /* rows, with the one after the last, that begin on a line of their own */
    int64_t decimals;     /* most digits behind the point, in the first rows */
    int64_t end;          /* after the last word that is wanted */
    int64_t beyond;       /* the first word that is not wanted any more */
    int64_t bad;          /* the first word that is no number, or too large: its index */
    int64_t bad_at;       /* its place */
    int64_t bad_line;     /* its line, counting those that have words */
    int64_t bad_column;   /* its index in that line */
    int64_t odd_at;       /* the first byte between wanted words that no text has */
    int64_t uneven_at;    /* the first line among the first rows that has another number of words: its first word */
    int64_t uneven_words; /* how many it has */
} fp_rows_found;

/* What is looked for: `rows` of `width` numbers, none of them beyond `largest`; `sample` words show the decimals. */
typedef struct {
    int64_t rows, width, sample;
    double largest;
} fp_rows_wanted;

/* Where the pass is. */
typedef struct {
    const unsigned char *text, *p, *end;
    int64_t line_words, line_at, odd_at;
} fp_rows_pass;

static inline fp_rows_found fp_rows_nothing(void) {
    fp_rows_found found;
    found.words = found.lines = found.full_lines = found.begun = found.decimals = found.end = 0;
    found.beyond = found.bad = found.bad_at = found.bad_line = found.bad_column = -1;
    found.odd_at = found.uneven_at = found.uneven_words = -1;
    return found;
}

static inline void fp_rows_close_line(fp_rows_pass *pass, const fp_rows_wanted *wanted, fp_rows_found *found) {
    if (!pass->line_words)
        return;
    if (pass->line_words == wanted->width)
        found->full_lines++;
    else if (found->uneven_at < 0 && found->lines < wanted->rows) {
        found->uneven_at = pass->line_at;
        found->uneven_words = pass->line_words;
    }
    found->lines++;
    pass->line_words = 0;
}

/* Passes blanks, and the lines that end among them. */
static inline void fp_rows_blanks(fp_rows_pass *pass, const fp_rows_wanted *wanted, fp_rows_found *found) {
    for (; pass->p < pass->end && *pass->p <= ' '; pass->p++) {
        unsigned char c = *pass->p;
        if (c == '\n' || c == '\r')
            fp_rows_close_line(pass, wanted, found);
        else if ((c < '\t' || (c > '\r' && c < ' ')) && pass->odd_at < 0)
            pass->odd_at = pass->p - pass->text;
    }
}

static inline const unsigned char *fp_word_end(const unsigned char *p, const unsigned char *end) {
    while (p < end && *p > ' ')
        p++;
    return p;
}

/* Reads the word at p into `value`. Returns the byte after it; NULL where it is no number. */
static inline const unsigned char *fp_rows_number(fp_rows_pass *pass, const fp_rows_wanted *wanted, double *value,
                                                  fp_rows_found *found) {
    int decimals;
    const unsigned char *after = fp_decimal_read(pass->p, pass->end, value, &decimals);
    if (!after || (after < pass->end && *after > ' ') || !(fabs(*value) <= wanted->largest))
        return 0;
    if (found->words < wanted->sample && decimals > found->decimals)
        found->decimals = decimals;
    return after;
}

static inline void fp_rows_tell_bad(const fp_rows_pass *pass, fp_rows_found *found) {
    found->bad = found->words;
    found->bad_at = pass->p - pass->text;
    found->bad_line = found->lines;
    found->bad_column = pass->line_words;
}

/* One word that is wanted. */
static inline void fp_rows_take(fp_rows_pass *pass, const fp_rows_wanted *wanted, double *values,
                                fp_rows_found *found) {
    const unsigned char *after = 0;
    if (found->odd_at < 0)
        found->odd_at = pass->odd_at;
    if (found->bad < 0) {
        after = fp_rows_number(pass, wanted, values + found->words, found);
        if (!after)
            fp_rows_tell_bad(pass, found);
    }
    pass->p = after ? after : fp_word_end(pass->p, pass->end);
    found->end = pass->p - pass->text;
}

/* text, start, end   IN   bytes; the rows begin at `start` or later
 * wanted             IN
 * values             OUT  room for rows * width numbers, or for one per two bytes if that is less; those before
 *                         the first bad word are filled in
 * Goes on to the text's end, to count its words and lines. */
static inline fp_rows_found fp_rows_read(const unsigned char *text, int64_t start, int64_t end,
                                         const fp_rows_wanted *wanted, double *values) {
    fp_rows_found found = fp_rows_nothing();
    fp_rows_pass pass = {text, text + start, text + end, 0, 0, -1};
    int64_t count = wanted->rows * wanted->width;
    found.end = start;
    for (;;) {
        fp_rows_blanks(&pass, wanted, &found);
        if (pass.p == pass.end)
            break;
        if (!pass.line_words) {
            pass.line_at = pass.p - text;
            found.begun += found.words <= count && found.words % wanted->width == 0;
        }
        if (found.words < count)
            fp_rows_take(&pass, wanted, values, &found);
        else {
            if (found.words == count)
                found.beyond = pass.p - text;
            pass.p = fp_word_end(pass.p, pass.end);
        }
        found.words++;
        pass.line_words++;
    }
    fp_rows_close_line(&pass, wanted, &found);
    return found;
}

/* Where each row's line begins, and where what follows the last row does: starts (rows + 1). A row that begins on
 * the line of the row before begins with its first word. */
static inline void fp_rows_starts(const unsigned char *text, int64_t start, int64_t end, int64_t rows, int64_t width,
                                  int64_t *starts) {
    const unsigned char *p = text + start, *last = text + end, *line;
    for (int64_t word = 0; word <= rows * width; word++) {
        for (line = 0; p < last && *p <= ' '; p++)
            if (*p == '\n' || *p == '\r')
                line = p + 1;
        if (word % width == 0)
            starts[word / width] = (line ? line : p) - text;
        p = fp_word_end(p, last);
    }
}

/* The text from p to `end` with other numbers for the words that are not `kept`, in `decimals`.
 *
 * values, kept   IN   one for each word
 * out            OUT  room for the text, and FP_LONGEST_DECIMAL bytes for each word that is not kept
 * Returns the byte after what was written. */
static inline unsigned char *fp_rows_patch(const unsigned char *p, const unsigned char *end, const double *values,
                                           const unsigned char *kept, int decimals, unsigned char *out) {
    const unsigned char *from = p; /* what is not yet copied */
    for (int64_t word = 0;; word++) {
        while (p < end && *p <= ' ')
            p++;
        if (p == end)
            break;
        if (!kept[word]) {
            if (p - from == 1) /* nearly always one space */
                *out = *from;
            else
                memcpy(out, from, (size_t)(p - from));
            out = fp_decimal_write(values[word], decimals, out + (p - from));
            from = p = fp_word_end(p, end);
        } else
            p = fp_word_end(p, end);
    }
    memcpy(out, from, (size_t)(end - from));
    return out + (end - from);
}

/* One row as a line without its end: numbers with a space between them. */
static inline unsigned char *fp_row_write(const double *values, int64_t width, int decimals, unsigned char *out) {
    for (int64_t i = 0; i < width; i++) {
        if (i)
            *out++ = ' ';
        out = fp_decimal_write(values[i], decimals, out);
    }
    return out;
}

#endif
