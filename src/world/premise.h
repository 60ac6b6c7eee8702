/* premise.h - premises of the verdict: at pc the program does something of which not all outcomes are explored (model/premise_table.h). */
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
