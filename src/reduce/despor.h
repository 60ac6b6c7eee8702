/* despor.h - what the eager algorithm with state matching (despor.c) and without (despor_stateless.c) have in common. */
#ifndef MZ_REDUCE_DESPOR_H
#define MZ_REDUCE_DESPOR_H

#include "reduce/source_sets.h"

/* The events occur after all transitions of nodes[0 … count) that are being tried: their threads join the current sets. */
void despor_charge_all(struct reducing *r, summary events, uint64_t count);

#endif
