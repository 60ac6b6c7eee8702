/* gcc_volatile.h - volatile accesses as relaxed atomics: -fvolatile=relaxed of `mazurka cc`. */
#ifndef MZ_PLUGIN_GCC_VOLATILE_H
#define MZ_PLUGIN_GCC_VOLATILE_H

#include "gcc-plugin.h"
/* gcc-plugin.h has to come first; the others build on each other in this order */
#include "context.h"
#include "tree.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "tree-ssa-alias.h"
#include "fold-const.h"

/* A variable of the function that nobody else has a pointer to. gcc gives it no hooks either. */
static inline bool is_private(tree object)
{
    tree base = get_base_address(object);
    return base && DECL_P(base) && !is_global_var(base) && !may_be_aliased(base);
}

/* x = object;   becomes   x = __tsan_atomicN_load(&object, relaxed);   and object = x; a store likewise, where object is a volatile
 * number or pointer of 1, 2, 4 or 8 bytes that one instruction accesses. Bit-fields, complex numbers, structures, and what is larger or
 * not aligned stay as they are. True: done. */
bool relax_volatile(gimple_stmt_iterator *at, gassign *assign);

#endif
