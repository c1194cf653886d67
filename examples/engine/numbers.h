/* Numbers out of a file of text. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdio.h>

/* Both return whether there were so many. */
int read_whole(FILE *file, int *out, int count);
int read_numbers(FILE *file, double *out, int count);

#endif
