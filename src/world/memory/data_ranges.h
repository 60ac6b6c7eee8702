/* data_ranges.h - the writable data of loaded objects, and the model's own state: ranges that belong to every state. */
#ifndef MZ_WORLD_MEMORY_DATA_RANGES_H
#define MZ_WORLD_MEMORY_DATA_RANGES_H

#include <stdbool.h>
#include <stdint.h>

enum data_kind { DATA_PROGRAM, DATA_LIBRARY, DATA_C_LIBRARY, DATA_MODEL };

struct data_range {
    uint64_t       lo, hi;
    enum data_kind kind;
};

/* Add one: data of a module, or the model's own state. Once; false: there are too many. */
bool data_ranges_add(enum data_kind kind, uint64_t lo, uint64_t hi);

/* All of them, in the order in which they were added. */
const struct data_range *data_ranges(unsigned *count);

/* All of them lie in [lo, hi). */
void data_ranges_bounds(uint64_t *lo, uint64_t *hi);

/* The one that holds addr; NULL: none. */
const struct data_range *data_ranges_find(uint64_t addr);

#endif
