/* premise.h - the program does something that is not explored in all that it may come to (model/premise_table.h): at pc. */
#ifndef MZ_WORLD_PREMISE_H
#define MZ_WORLD_PREMISE_H

#include "world/loaded/language.h"
#include "world/world.h"

static inline void premise_met(enum premise premise, uint64_t pc)
{
    uint64_t *met = &mz__world.wire->met[premise];
    if (__builtin_expect(!*met, 0) && !language_is_openmp(pc)) /* whose waits are the library's own */
        *met = pc;
}

#endif
