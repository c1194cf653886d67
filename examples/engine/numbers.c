#include "numbers.h"

int read_whole(FILE *file, int *out, int count) {
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%d", &out[i]) != 1)
            return 0;
    return 1;
}

int read_numbers(FILE *file, double *out, int count) {
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%lf", &out[i]) != 1)
            return 0;
    return 1;
}
