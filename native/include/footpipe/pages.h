/* Memory of the modules that is new to the process. */
#ifndef FOOTPIPE_PAGES_H
#define FOOTPIPE_PAGES_H

#include <stddef.h>

#if defined(__linux__)
#include <stdint.h>
#include <sys/mman.h>
#endif

#ifdef MADV_NORMAL /* strict C hides it */
#define FP_PAGE 4096
#define FP_POPULATE_WRITE 23 /* MADV_POPULATE_WRITE, since Linux 5.14 */

/* Has the memory's pages mapped at once: each would be a fault of its own when it is first written. A system that does
 * not know how, or has larger pages, maps them one by one, as ever. */
static inline void fp_map_pages(void *at, size_t bytes) {
    uintptr_t first = ((uintptr_t)at + FP_PAGE - 1) / FP_PAGE * FP_PAGE;
    uintptr_t last = ((uintptr_t)at + bytes) / FP_PAGE * FP_PAGE;
    if (last > first)
        (void)madvise((void *)first, last - first, FP_POPULATE_WRITE);
}
#else
static inline void fp_map_pages(void *at, size_t bytes) {
    (void)at;
    (void)bytes;
}
#endif

#endif
