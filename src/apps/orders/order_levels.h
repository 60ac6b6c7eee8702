/* order_levels.h - the memory orders that an atomic operation may have, which of them are weaker, and what they cost. */
#ifndef MZ_APPS_ORDERS_ORDER_LEVELS_H
#define MZ_APPS_ORDERS_ORDER_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

enum atomic_kind { ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE, ATOMIC_EXCHANGE_IF, ATOMIC_FENCE, ATOMIC_KINDS };

/* __ATOMIC_*; `failure` is that of a compare-exchange, otherwise relaxed. */
struct levels {
    int order, failure;
};

enum { MOST_LEVELS = 16, MOST_STRENGTH = 6 };

static inline bool levels_equal(struct levels a, struct levels b) { return a.order == b.order && a.failure == b.failure; }

/* Does an order acquire, does it release? */
bool levels_acquire(int order);
bool levels_release(int order);

/* Is a as weak as b, or weaker? */
bool levels_at_most(struct levels a, struct levels b);

/* The weakest that are as strong as both. */
struct levels levels_join(struct levels a, struct levels b);

/* Levels that are weaker than `from`, weakest first: their number. What C does not allow is not among them. */
size_t levels_below(enum atomic_kind kind, struct levels from, struct levels below[MOST_LEVELS]);

/* Levels that are stronger than `from`, weakest first; and by how much, in all. */
size_t levels_above(enum atomic_kind kind, struct levels from, struct levels above[MOST_LEVELS]);
unsigned levels_strength(struct levels l);

/* Is it one of the next ones below `from`, or of those whose `order` is below that of `from`? */
bool levels_is_next(enum atomic_kind kind, struct levels from, struct levels below);

/* The strongest ones below that have no place in the order of all sequentially consistent operations. */
struct levels levels_without_seq_cst(enum atomic_kind kind, struct levels from);

/* "acq_rel/acquire"; a fence that is relaxed does nothing: "none". A new string. */
char *levels_text(enum atomic_kind kind, struct levels l);

/* Instructions that it is made of: "mov", "xchg", "ldar". */
const char *levels_on_x86(enum atomic_kind kind, struct levels l);
const char *levels_on_arm(enum atomic_kind kind, struct levels l);

#endif
