/* atomic_names.h - functions of the program whose names mean something (docs/use/sv-comp.md): the tool has found where they are. */
#ifndef MZ_WORLD_ATOMIC_NAMES_H
#define MZ_WORLD_ATOMIC_NAMES_H

#include "world/world.h"

/* After the modules are registered. False: no memory. */
bool atomic_names_prepare(const struct wire *wire);

/* Is the return address in a function of this kind? */
bool atomic_names_has(enum wire_named_kind kind, uint64_t pc);

/* Is t's pending operation the first visible one of such a function that is atomic? */
bool atomic_names_begins(const struct thread *t);

/* The search has decided on t's pending operation. If a function that is atomic by its name is under way, this is its first visible
 * operation: from here to its return no other thread runs. False: it cannot be followed, which is reported. */
bool atomic_names_decided(struct thread *t);

/* In assembly: where such a function returns to. */
void mz__atomic_return(void);

#endif
