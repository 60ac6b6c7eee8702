/* ops_weak.c - atomic operations of all orders, fences, and what programs make of them: messages, flags that are waited for, spin locks. */
#include "program.h"

static const char *any(struct program *p)
{
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    return orders[below(p, 5)];
}

static const char *of_load(struct program *p)
{
    static const char *const orders[] = {"relaxed", "acquire", "relaxed", "acquire", "seq_cst"};
    return orders[below(p, 5)];
}

static const char *of_store(struct program *p)
{
    static const char *const orders[] = {"relaxed", "release", "relaxed", "release", "seq_cst"};
    return orders[below(p, 5)];
}

static void weak_load(struct program *p)
{
    line(p, "v = v * 3 + atomic_load_explicit(&at32[%d], memory_order_%s);", below(p, 2), of_load(p));
}

static void weak_store(struct program *p)
{
    line(p, "atomic_store_explicit(&at32[%d], %d, memory_order_%s);", below(p, 2), 1 + below(p, 2), of_store(p));
}

static void weak_update(struct program *p)
{
    static const char *const updates[] = {"fetch_add", "fetch_or", "exchange"};
    const char *result = one_in(p, 2) ? "v = v * 3 + " : "";
    line(p, "%satomic_%s_explicit(&at32[%d], %d, memory_order_%s);", result, updates[below(p, 3)], below(p, 2), below(p, 3), any(p));
}

static void weak_compare(struct program *p)
{
    int n = p->names++;
    line(p, "int e%d = %d;", n, below(p, 2));
    line(p, "v = v * 3 + atomic_compare_exchange_strong_explicit(&at32[%d], &e%d, %d, memory_order_%s, memory_order_%s);", below(p, 2), n,
         1 + below(p, 2), any(p), of_load(p));
    line(p, "v += e%d;", n);
}

static void weak_fence(struct program *p)
{
    line(p, "atomic_thread_fence(memory_order_%s);", any(p));
}

static void publish(struct program *p)
{
    int n = below(p, 2);
    line(p, "ints[%d] = %d;", n, 1 + below(p, 2));
    line(p, "atomic_store_explicit(&aflag[%d], %d, memory_order_%s);", n, 1 + below(p, 2), of_store(p));
}

static void receive(struct program *p)
{
    int n = below(p, 2);
    bool waits = one_in(p, 3);
    block(p, "%s (%satomic_load_explicit(&aflag[%d], memory_order_%s))", waits ? "while" : "if", waits ? "!" : "", n, of_load(p));
    if (waits)
        line(p, ";");
    else
        line(p, "v = v * 5 + ints[%d];", n);
    end_block(p);
    line(p, "v = v * 3 + ints[%d];", n);
}

static void spin_lock(struct program *p)
{
    const char *take = one_in(p, 8) ? "relaxed" : "acquire", *give = one_in(p, 8) ? "relaxed" : "release";
    block(p, "while (atomic_exchange_explicit(&taken, 1, memory_order_%s))", take);
    line(p, ";");
    end_block(p);
    few_simple(p, 2);
    line(p, "atomic_store_explicit(&taken, 0, memory_order_%s);", give);
}

static void lock(struct program *p)
{
    one_of(p, lock_operations);
}

const struct operation weak_operations[] = {{4, weak_load}, {4, weak_store}, {4, weak_update}, {3, weak_compare}, {2, weak_fence},
    {3, publish}, {4, receive}, {2, spin_lock}, {1, lock}, {2, simple}, {0, 0}};
