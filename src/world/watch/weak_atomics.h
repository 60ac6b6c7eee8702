/* weak_atomics.h - atomics with an order weaker than seq_cst: they are explored as if they had that one, and what the weaker order allows
 * beyond that goes unexplored. The first one that is met is told, so that the verdict can say what it rests on. */
#ifndef MZ_WORLD_WATCH_WEAK_ATOMICS_H
#define MZ_WORLD_WATCH_WEAK_ATOMICS_H

#include "world/thread.h"

/* `t` performs an atomic operation with that order, or one that has it if it fails. */
void weak_performed(const struct thread *t, const struct op *op, unsigned order);

/* The call at pc begins an atomic update of OpenMP's for which there is no instruction. A lock takes its place, which orders more:
 * in weak memory, too, and that is told. */
void weak_section(const struct thread *t, uint64_t pc);

#endif
