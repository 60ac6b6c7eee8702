/* despor.h - parts shared by the eager algorithm with state matching (despor.c) and without (despor_stateless.c). */
#ifndef MZ_REDUCE_DESPOR_H
#define MZ_REDUCE_DESPOR_H

#include "reduce/source_sets.h"

/* The events occur after the transition of nodes[i] that is being tried: their threads join its current set. */
void despor_charge(struct reducing *r, summary events, uint64_t i);

/* After all transitions of nodes[0 … count). */
void despor_charge_all(struct reducing *r, summary events, uint64_t count);

#endif
