/* Allocations of a program that is linked with -Wl,--wrap=malloc and so on, and compiled with -DCOUNTED; else none is
 * counted. */
#include <stdlib.h>

static long allocations;

#ifdef COUNTED
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    allocations++;
    return __real_realloc(old, size);
}
#endif
