/* sized_atomics.h - atomic operations on objects of any size, which libatomic does under locks of its own: one operation each.
 *
 * Compilers call them for structures that no instruction can exchange. The value goes through a copy in the stand-in's frame, which
 * nobody else knows: between that copy and the program's own variable there are plain accesses, announced like any others.
 */
#ifndef MZ_PROBE_HOOKS_SIZED_ATOMICS_H
#define MZ_PROBE_HOOKS_SIZED_ATOMICS_H

#include <stdbool.h>

#include "wire/tsan_abi.h"
#include "world/semantics.h"

/* op.detail says so: of loads and stores, of updates (an exchange), of a compare-exchange, where it is one bit. arg[0] is the copy, and
 * for a compare-exchange that of the expected value; arg[1] is that of the desired one. */
enum { LOAD_SIZED = 1, RMW_SIZED = TSAN_UPDATES, CAS_SIZED = 4 };

void sized_load(const struct op *op);
void sized_store(const struct op *op);
void sized_exchange(const struct op *op);

/* Would it exchange? */
bool sized_equal(const struct op *op);
void sized_compare_exchange(const struct op *op, bool equal);

#endif
