/* hunt_pairs.h - pairs of a write and where it was read: a bit for each pair of places, which the tool compares with
 * those of executions before. */
#ifndef MZ_HUNT_HUNT_PAIRS_H
#define MZ_HUNT_HUNT_PAIRS_H

#include "hunt/controlled.h"

/* The calling thread is about to do it, or has done it. An update is both. */
void pairs_note(const struct thread *me, const volatile void *address, bool reads, bool writes, uint64_t pc);

/* The same of an operation at a scheduling point, and how often its object was used. */
void pairs_operation(const struct thread *me, enum hunt_kind kind, const volatile void *object, uint64_t pc);

#endif
