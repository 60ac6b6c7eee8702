/* allocation_counts.h - counts of allocations, for searches that go by variables (model/variable.h): how often the statement that
 * allocated a block was executed before, and how often with the identical call stack.
 *
 * Only where allocation_counts_enable() was called: for all others an allocation costs one look at mz__allocation_counts. The numbers go
 * back with the state and are no part of it. Threads do not matter: two that allocate by the same calls count together, as in Figure 5
 * of the paper.
 *
 * For the engine's stack.
 */
#ifndef MZ_WORLD_WATCH_ALLOCATION_COUNTS_H
#define MZ_WORLD_WATCH_ALLOCATION_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

struct thread;

struct allocation_count {
    uint64_t block;
    uint64_t site;             /* return address of the call */
    uint32_t count, iteration; /* calls before: from there, and of these by the identical call stack */
    uint32_t element;          /* bytes of one, if the block is an array of them; else 0 */
    uint16_t stack;            /* number of the call stack, from 1; 0: there was no room for it */
    uint16_t how;              /* enum variable_birth */
};

extern bool mz__allocation_counts; /* are they noted? */

bool allocation_counts_enable(void); /* before set-up begins. False: no memory */

/* t has got a block by its pending operation. `as` says how, and of what it is made. */
void allocation_counts_note(const struct thread *t, uint64_t block, struct allocation_count as);

/* The last one of the block that begins there; NULL: none was noted, or there was no room. */
const struct allocation_count *allocation_counts_of(uint64_t block);

/* A call stack, innermost first: WIRE_STACK return addresses of it, or fewer and 0. */
const uint64_t *allocation_counts_stack(uint32_t number);

#endif
