/* order_levels.c - see order_levels.h. */
#include "apps/orders/order_levels.h"

#include "model/order_words.h"
#include "tool/cli/util.h"

/* What an order does, as bits: to acquire, to release, to be sequentially consistent. */
enum { ACQUIRES = 1, RELEASES = 2, IN_ORDER = 4 };

static unsigned bits_of(int order)
{
    static const unsigned bits[MEMORY_ORDERS] = {0, ACQUIRES, ACQUIRES, RELEASES, ACQUIRES | RELEASES, ACQUIRES | RELEASES | IN_ORDER};
    return bits[order];
}

bool levels_acquire(int order)
{
    return bits_of(order) & ACQUIRES;
}

bool levels_release(int order)
{
    return bits_of(order) & RELEASES;
}

/* A load that is seq_cst does not release, but that makes it no weaker. */
static bool order_at_most(int a, int b)
{
    return (bits_of(a) & ~bits_of(b)) == 0;
}

bool levels_at_most(struct levels a, struct levels b)
{
    return order_at_most(a.order, b.order) && order_at_most(a.failure, b.failure);
}

static int order_join(int a, int b)
{
    if (order_at_most(a, b))
        return b;
    return order_at_most(b, a) ? a : __ATOMIC_ACQ_REL; /* acquire and release */
}

struct levels levels_join(struct levels a, struct levels b)
{
    return (struct levels){order_join(a.order, b.order), order_join(a.failure, b.failure)};
}

unsigned levels_strength(struct levels l)
{
    return (unsigned)__builtin_popcount(bits_of(l.order)) + (unsigned)__builtin_popcount(bits_of(l.failure));
}

static bool makes_sense(enum atomic_kind kind, int order)
{
    switch (kind) {
    case ATOMIC_LOAD: return order != __ATOMIC_RELEASE && order != __ATOMIC_ACQ_REL && order != __ATOMIC_CONSUME;
    case ATOMIC_STORE: return order == __ATOMIC_RELAXED || order == __ATOMIC_RELEASE || order == __ATOMIC_SEQ_CST;
    default: return order != __ATOMIC_CONSUME;
    }
}

/* Before C++17 the order of a failure must not be stronger than the other one. */
static bool is_allowed(enum atomic_kind kind, struct levels l)
{
    if (kind != ATOMIC_EXCHANGE_IF)
        return makes_sense(kind, l.order) && l.failure == __ATOMIC_RELAXED;
    return makes_sense(kind, l.order) && makes_sense(ATOMIC_LOAD, l.failure) && order_at_most(l.failure, l.order);
}

/* Levels that there are, weakest first. */
static size_t all_levels(enum atomic_kind kind, struct levels all[MOST_LEVELS])
{
    size_t count = 0;
    for (unsigned s = 0; s <= MOST_STRENGTH; s++)
        for (int order = 0; order < MEMORY_ORDERS; order++)
            for (int failure = 0; failure < MEMORY_ORDERS; failure++) {
                struct levels l = {order, failure};
                if (levels_strength(l) == s && is_allowed(kind, l) && count < MOST_LEVELS)
                    all[count++] = l;
            }
    return count;
}

size_t levels_below(enum atomic_kind kind, struct levels from, struct levels below[MOST_LEVELS])
{
    struct levels all[MOST_LEVELS];
    size_t count = 0, there = all_levels(kind, all);
    for (size_t i = 0; i < there; i++)
        if (levels_strength(all[i]) < levels_strength(from) && levels_at_most(all[i], from))
            below[count++] = all[i];
    return count;
}

size_t levels_above(enum atomic_kind kind, struct levels from, struct levels above[MOST_LEVELS])
{
    struct levels all[MOST_LEVELS];
    size_t count = 0, there = all_levels(kind, all);
    for (size_t i = 0; i < there; i++)
        if (levels_strength(all[i]) > levels_strength(from) && levels_at_most(from, all[i]))
            above[count++] = all[i];
    return count;
}

bool levels_is_next(enum atomic_kind kind, struct levels from, struct levels one)
{
    struct levels below[MOST_LEVELS];
    size_t count = levels_below(kind, from, below);
    for (size_t i = 0; i < count; i++)
        if (!levels_equal(below[i], one) && levels_at_most(one, below[i]) && (one.order == from.order || below[i].order != from.order))
            return false;
    return true;
}

struct levels levels_without_seq_cst(enum atomic_kind kind, struct levels from)
{
    struct levels below[MOST_LEVELS];
    size_t count = levels_below(kind, from, below);
    if (from.order != __ATOMIC_SEQ_CST && from.failure != __ATOMIC_SEQ_CST)
        return from;
    while (count > 0 && (below[count - 1].order == __ATOMIC_SEQ_CST || below[count - 1].failure == __ATOMIC_SEQ_CST))
        count--;
    return count > 0 ? below[count - 1] : from;
}

char *levels_text(enum atomic_kind kind, struct levels l)
{
    if (kind == ATOMIC_FENCE && l.order == __ATOMIC_RELAXED)
        return format_text("none");
    if (kind == ATOMIC_EXCHANGE_IF)
        return format_text("%s/%s", order_word((unsigned)l.order), order_word((unsigned)l.failure));
    return format_text("%s", order_word((unsigned)l.order));
}

const char *levels_on_x86(enum atomic_kind kind, struct levels l)
{
    bool in_order = l.order == __ATOMIC_SEQ_CST;
    switch (kind) {
    case ATOMIC_LOAD: return "mov";
    case ATOMIC_STORE: return in_order ? "xchg" : "mov";
    case ATOMIC_FENCE: return in_order ? "mfence" : "-";
    default: return "lock";
    }
}

/* As Armv8.1 has it. A failed compare-exchange costs what the whole does. */
const char *levels_on_arm(enum atomic_kind kind, struct levels l)
{
    static const char *const updates[] = {"ldadd", "ldadda", "ldaddl", "ldaddal"}, *const exchanges[] = {"cas", "casa", "casl", "casal"};
    unsigned bits = (bits_of(l.order) | (bits_of(l.failure) & ACQUIRES)) & (ACQUIRES | RELEASES);
    switch (kind) {
    case ATOMIC_LOAD: return bits ? "ldar" : "ldr";
    case ATOMIC_STORE: return bits ? "stlr" : "str";
    case ATOMIC_UPDATE: return updates[bits];
    case ATOMIC_EXCHANGE_IF: return exchanges[bits];
    default: return !bits ? "-" : bits == ACQUIRES ? "dmb ishld" : "dmb ish";
    }
}
