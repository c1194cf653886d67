/* Runs the reader and writer of rows over texts from stdin, each in a block of its own size, so that a sanitizer sees
 * every byte too far. A record: rows, width, length (int64), then the text. Out: what was found, the numbers, and where
 * they are all there, where rows begin, and the text with every second number written anew, after its length. */
#include <stdio.h>
#include <stdlib.h>

#include "footpipe/number_rows.h"

static void *room(size_t bytes) {
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        exit(2);
    return p;
}

static void again(const unsigned char *text, int64_t length, fp_rows_wanted wanted, const double *values) {
    int64_t count = wanted.rows * wanted.width, *starts = room(sizeof *starts * (size_t)(wanted.rows + 1)), written;
    unsigned char *kept = room((size_t)count), *out;
    fp_rows_starts(text, 0, length, wanted.rows, wanted.width, starts);
    fwrite(starts, sizeof *starts, (size_t)(wanted.rows + 1), stdout);
    for (int64_t i = 0; i < count; i++)
        kept[i] = i % 2;
    out = room((size_t)(starts[wanted.rows] - starts[0]) + (size_t)count * FP_LONGEST_DECIMAL);
    written = fp_rows_patch(text + starts[0], text + starts[wanted.rows], values, kept, 7, out) - out;
    fwrite(&written, sizeof written, 1, stdout);
    fwrite(out, 1, (size_t)written, stdout);
    free(starts);
    free(kept);
    free(out);
}

int main(void) {
    int64_t head[3];
    while (fread(head, sizeof head, 1, stdin) == 1) {
        fp_rows_wanted wanted = {head[0], head[1], 100, 1e15};
        int64_t count = wanted.rows * wanted.width, numbers;
        unsigned char *text = room((size_t)head[2]);
        double *values;
        fp_rows_found found;
        if (count > head[2] / 2 + 1)
            count = head[2] / 2 + 1;
        values = room(sizeof *values * (size_t)count);
        if (fread(text, 1, (size_t)head[2], stdin) != (size_t)head[2])
            return 3;
        found = fp_rows_read(text, 0, head[2], &wanted, values);
        numbers = found.bad >= 0 ? found.bad : found.words < count ? found.words : count;
        fwrite(&found, sizeof found, 1, stdout);
        fwrite(values, sizeof *values, (size_t)numbers, stdout);
        if (numbers == wanted.rows * wanted.width)
            again(text, head[2], wanted, values);
        free(values);
        free(text);
    }
    return 0;
}
