/* litmus_random.c - see litmus_random.h. */
#include "litmus/litmus_random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum kind { LOADS, STORES, UPDATES, EXCHANGES, FENCES, SYNCS, PEEKS, POKES, FREES, WAITS, LOCKS, KINDS };

/* How often each kind of operation occurs, and, of a hundred operations, how many are sequentially consistent. */
static const struct {
    const char *name;
    uint8_t     weight[KINDS];
    uint8_t     seq_cst;
} classes[LITMUS_ALL] = {
    {"accesses", {[LOADS] = 5, [STORES] = 5}, 0},
    {"updates", {[LOADS] = 4, [STORES] = 3, [UPDATES] = 4}, 10},
    {"exchanges", {[LOADS] = 4, [STORES] = 3, [UPDATES] = 1, [EXCHANGES] = 4}, 10},
    {"fences", {[LOADS] = 5, [STORES] = 5, [UPDATES] = 1, [FENCES] = 4}, 25},
    {"seq_cst", {[LOADS] = 5, [STORES] = 5, [UPDATES] = 2, [EXCHANGES] = 1, [FENCES] = 1}, 70},
    {"mixed", {[LOADS] = 4, [STORES] = 4, [UPDATES] = 2, [EXCHANGES] = 1, [FENCES] = 2}, 33},
    {"cycles", {[LOADS] = 4, [STORES] = 4, [UPDATES] = 1}, 50},
    {"syncs", {[LOADS] = 5, [STORES] = 4, [UPDATES] = 1, [FENCES] = 1, [SYNCS] = 4}, 20},
    {"plain", {[LOADS] = 3, [STORES] = 4, [UPDATES] = 2, [PEEKS] = 2, [POKES] = 2, [FREES] = 1}, 10},
    {"loops", {[LOADS] = 3, [STORES] = 5, [UPDATES] = 1, [FENCES] = 1, [WAITS] = 3, [LOCKS] = 2}, 15},
    {"apart", {[LOADS] = 5, [STORES] = 5, [UPDATES] = 2, [EXCHANGES] = 1, [FENCES] = 2, [SYNCS] = 1}, 0},
};

static const char *const places[] = {"x", "y", "z"};

struct writer {
    struct rng *rng;
    char       *at;
    unsigned    left, value, registers, labels; /* `value`: one that nobody has written */
    uint8_t     seq_cst;
    bool        apart, fences; /* orders are kept apart; and there are sequentially consistent fences */
    char        last;          /* place that is written by sequentially consistent operations alone: those up to it are */
};

static void put(struct writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(w->at, w->left, format, arguments);
    va_end(arguments);
    w->at += n;
    w->left -= (unsigned)n;
}

static unsigned below(struct writer *w, unsigned n)
{
    return (unsigned)rng_below(w->rng, n);
}

static const char *order(struct writer *w, unsigned count, const char *const *weaker)
{
    if (w->apart && below(w, 3) > 0)
        weaker += count - 1, count = 1;
    return below(w, 100) < w->seq_cst ? "sc" : weaker[below(w, count)];
}

static const char *load_order(struct writer *w)
{
    static const char *const orders[] = {"rlx", "acq"};
    return order(w, 2, orders);
}

static const char *store_order(struct writer *w)
{
    static const char *const orders[] = {"rlx", "rel"};
    return order(w, 2, orders);
}

static const char *update_order(struct writer *w)
{
    static const char *const orders[] = {"rlx", "acq", "rel", "ar"};
    return order(w, 4, orders);
}

static const char *fence_order(struct writer *w)
{
    static const char *const orders[] = {"acq", "rel", "ar"};
    return order(w, 3, orders);
}

static const char *register_name(unsigned number)
{
    static char names[LITMUS_REGISTERS][2];
    names[number][0] = (char)('a' + number);
    return names[number];
}

/* A value of its own, or one that may be there already. */
static unsigned value(struct writer *w)
{
    return below(w, 4) == 0 ? 1 + below(w, 2) : w->value++;
}

/* Some leave what is there, by which messages become alike. */
static void put_update(struct writer *w, const char *reg, const char *place)
{
    if (below(w, 3) == 0)
        put(w, "add %s %s 0 %s", reg, place, update_order(w));
    else
        put(w, "%s %s %s %u %s", below(w, 2) ? "add" : "swap", reg, place, value(w), update_order(w));
}

static void put_store(struct writer *w, const char *place)
{
    if (w->registers && below(w, 6) == 0)
        put(w, "store %s %s %s", place, register_name(below(w, w->registers)), store_order(w));
    else
        put(w, "store %s %u %s", place, value(w), store_order(w));
}

static void put_exchange(struct writer *w, const char *reg, const char *place)
{
    put(w, "cas %s %s %u %u %s", reg, place, below(w, 3), value(w), update_order(w));
    if (below(w, 2))
        put(w, " %s", load_order(w));
}

static void put_operation(struct writer *w, enum kind kind, const char *place)
{
    if (w->apart)
        w->seq_cst = kind == FENCES ? w->fences ? 60 : 0 : place[0] > w->last ? 0 : kind == LOADS ? 50 : 100;
    const char *reg = register_name(w->registers);
    switch (kind) {
    case LOADS:     put(w, "load %s %s %s", reg, place, load_order(w)); break;
    case STORES:    put_store(w, place); break;
    case UPDATES:   put_update(w, reg, place); break;
    case EXCHANGES: put_exchange(w, reg, place); break;
    case FENCES:    put(w, "fence %s", w->apart && below(w, 100) < w->seq_cst ? "sc" : fence_order(w)); break;
    case SYNCS:     put(w, "sync m"); break;
    case PEEKS:     put(w, "peek %s %s", reg, place); break;
    case POKES:     put(w, "poke %s %u", place, w->value++); break;
    case FREES:     put(w, "free %s", place); break;
    case WAITS:
        w->labels++;
        put(w, "L%u: load %s %s %s; if %s = 0 goto L%u", w->labels, reg, place, load_order(w), reg, w->labels);
        break;
    default:
        w->labels++;
        put(w, below(w, 2) ? "L%u: swap %s z 1 %s" : "L%u: cas %s z 0 1 %s", w->labels, reg, update_order(w));
        put(w, "; if %s != 0 goto L%u; store x 1 rlx; store z 0 %s", reg, w->labels, store_order(w));
        break;
    }
    bool reads = kind != STORES && kind != FENCES && kind != SYNCS && kind != POKES && kind != FREES;
    w->registers += reads && below(w, 3) > 0; /* otherwise the next one takes its place: states that differ in what threads know alone */
}

static enum kind random_kind(struct writer *w, const uint8_t weight[KINDS])
{
    unsigned sum = 0, kind = 0;
    for (unsigned i = 0; i < KINDS; i++)
        sum += weight[i];
    unsigned left = below(w, sum);
    while (left >= weight[kind])
        left -= weight[kind++];
    return kind;
}

const char *litmus_class_name(enum litmus_class c)
{
    return classes[c].name;
}

static void put_threads(struct writer *w, enum litmus_class c)
{
    unsigned threads = 2 + below(w, 2) + (below(w, 6) == 0), count = 2 + below(w, 2), length[LITMUS_THREADS];
    unsigned operations = threads == LITMUS_THREADS ? 6 + below(w, 2) : 5 + below(w, 4);
    for (unsigned t = 0; t < threads; t++)
        length[t] = 1;
    for (unsigned i = threads; i < operations; i++)
        length[below(w, threads)]++;
    for (unsigned t = 0; t < threads; t++) {
        w->registers = 0;
        for (unsigned i = 0; i < length[t]; i++) {
            put(w, i ? "; " : t ? " || " : " ");
            put_operation(w, random_kind(w, classes[c].weight), places[below(w, count)]);
        }
    }
}

static void put_cycle(struct writer *w)
{
    unsigned threads = 2 + (below(w, 4) > 0) + (below(w, 5) == 0), place = 0;
    unsigned count = threads == 2 || (w->apart && below(w, 2)) ? 2 : 3;
    const uint8_t *weight = classes[LITMUS_CYCLES].weight;
    for (unsigned t = 0; t < threads; t++) {
        w->registers = 0;
        put(w, t ? " || " : " ");
        put_operation(w, random_kind(w, weight), places[place % count]);
        if (threads > 2 && below(w, 4) == 0)
            continue;
        if (below(w, 3) == 0)
            put(w, "; fence %s", (!w->apart || w->fences) && below(w, 2) ? "sc" : fence_order(w));
        put(w, "; ");
        put_operation(w, random_kind(w, weight), places[++place % count]);
    }
}

void litmus_random(enum litmus_class c, struct rng *rng, char text[LITMUS_TEXT])
{
    struct writer w = {.rng = rng, .at = text, .left = LITMUS_TEXT, .value = 1, .seq_cst = classes[c].seq_cst};
    if (c == LITMUS_APART)
        w.apart = true, w.fences = below(&w, 2), w.last = "xyz"[below(&w, 3)];
    put(&w, c == LITMUS_SYNCS || c == LITMUS_APART ? "x y z m:" : "x y z:");
    if (c == LITMUS_CYCLES || (c == LITMUS_APART && below(&w, 2)))
        put_cycle(&w);
    else
        put_threads(&w, c);
}
