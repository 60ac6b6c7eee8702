/* setup_memory.h - contents of memory when set-up was done, of which a replay records no events. */
#ifndef MZ_TOOL_BINARY_NAMES_SETUP_MEMORY_H
#define MZ_TOOL_BINARY_NAMES_SETUP_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

struct setup_word {
    uint64_t address, value;
};

/* Words that are not zero, by address. */
struct setup_memory {
    struct setup_word *at;
    size_t count;
};

struct setup_memory setup_memory_of(const struct wire *wire);

/* The word at an address; 0 if it is zero or unknown. */
uint64_t setup_memory_word(const struct setup_memory *m, uint64_t address);

#endif
