/* dead_values.h - tables of dead values (liveness/) of all instrumented files of a program, for the runtime. */
#ifndef MZ_TOOL_RUN_DEAD_VALUES_H
#define MZ_TOOL_RUN_DEAD_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/wire.h"

struct dead_values {
    char  *bytes; /* as they lie in the wire */
    size_t size;
    bool   flags; /* floating-point exceptions are dead too: nobody asks for them */
};

/* The tables of the program and of the libraries that it loads; NULL if nothing is to be cleared. */
const struct dead_values *dead_values_of(const char *program, enum wire_dead_values mode);

#endif
