/* hunt_races.h - data races: accesses of which one is plain and one writes, and which nothing orders (hunt_clocks.h). They are kept in a
 * table by words; what is displaced from it may be missed. */
#ifndef MZ_HUNT_CHECKS_HUNT_RACES_H
#define MZ_HUNT_CHECKS_HUNT_RACES_H

#include "hunt/checks/hunt_clocks.h"

enum { ACCESS_READS = 0, ACCESS_WRITES = 1, ACCESS_ATOMIC = 2, ACCESS_FREES = 4 };

void races_begin(void);

/* The calling thread has the token. `how` is made of the above. */
void races_access(struct thread *me, const volatile void *address, uint64_t size, unsigned how, uint64_t pc);

/* Memory that somebody has anew: what was done with it before is no more. */
void races_fresh(const void *address, uint64_t size);
void races_free(const void *address, uint64_t size, uint64_t pc);

void races_atomic_load(const volatile void *address, unsigned size, int order, uint64_t pc);
void races_atomic_store(const volatile void *address, unsigned size, int order, uint64_t pc);
void races_atomic_update(const volatile void *address, unsigned size, int order, uint64_t pc);

#endif
