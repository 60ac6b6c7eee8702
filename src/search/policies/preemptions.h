/* preemptions.h - the number of preemptions on a path (preemptions.c). */
#ifndef MZ_SEARCH_PREEMPTIONS_H
#define MZ_SEARCH_PREEMPTIONS_H

#include <stdint.h>

struct engine;

/* Preemptions on the path that has led to a fault. The lts is somewhere else afterwards. */
uint32_t preemptions_on_path(struct engine *e, uint64_t length);

#endif
