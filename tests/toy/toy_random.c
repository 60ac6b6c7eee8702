/* toy_random.c - random toy programs.
 *
 * A thread is a few pieces in a row, each one or several statements; a class says how often each piece occurs.
 */
#include "toy_random.h"

#include <string.h>

enum piece {
    SIMPLE,    /* read, write, store, compare-and-swap or fetch-and-add */
    CONDITION, /* read; if the value is so, something simple */
    SECTION,   /* something simple with a mutex held */
    NESTED,    /* two mutexes, the second inside the first */
    LEAK,      /* a mutex that is not released */
    TRY,       /* trylock; if it succeeds, something simple */
    WAIT,      /* with or without a predicate */
    WAKE,      /* signal or broadcast, inside or outside the lock, perhaps setting the predicate */
    SPIN,      /* read until the value is so */
    RETRY,     /* compare-and-swap until it succeeds */
    ASSERTION, /* read; assert */
    CHOICE,    /* choose; use the value */
    YIELD,
    PIECES
};

struct class {
    const char *name;
    uint8_t     weight[PIECES];
    uint8_t     loops;         /* percentage of threads that start over at their end */
    bool        cyclic, toggles, spawns;
    enum { NEVER, ENDS, PARKS, EITHER } asserts;
};

static const struct class classes[TOY_CLASSES] = {
    {.name = "nolock",
     .weight = {[SIMPLE] = 6, [CONDITION] = 2}},
    {.name = "lock-dfree",
     .weight = {[SIMPLE] = 2, [CONDITION] = 1, [SECTION] = 4}},
    {.name = "lock-deadlock",
     .weight = {[SIMPLE] = 2, [SECTION] = 3, [NESTED] = 3, [LEAK] = 1}},
    {.name = "trylock",
     .weight = {[SIMPLE] = 2, [SECTION] = 2, [NESTED] = 1, [TRY] = 4}},
    {.name = "condvar",
     .weight = {[SIMPLE] = 1, [SECTION] = 1, [WAIT] = 3, [WAKE] = 4}},
    {.name = "spin",
     .weight = {[SIMPLE] = 4, [CONDITION] = 1, [SPIN] = 2, [RETRY] = 1, [ASSERTION] = 1},
     .loops = 20, .cyclic = true, .asserts = EITHER},
    {.name = "spin+locks",
     .weight = {[SIMPLE] = 3, [SECTION] = 3, [NESTED] = 1, [SPIN] = 2, [RETRY] = 1, [ASSERTION] = 1},
     .loops = 15, .cyclic = true, .asserts = EITHER},
    {.name = "assert-exit",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [CONDITION] = 1, [ASSERTION] = 3},
     .asserts = ENDS},
    {.name = "assert-stop",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [CONDITION] = 1, [ASSERTION] = 3},
     .asserts = PARKS},
    {.name = "choice",
     .weight = {[SIMPLE] = 3, [SECTION] = 2, [NESTED] = 1, [CONDITION] = 1, [CHOICE] = 3, [ASSERTION] = 1},
     .asserts = EITHER},
    {.name = "mix-acyclic",
     .weight = {[SIMPLE] = 3, [CONDITION] = 1, [SECTION] = 1, [NESTED] = 1, [LEAK] = 1, [TRY] = 1, [WAIT] = 2,
                [WAKE] = 2, [ASSERTION] = 1, [CHOICE] = 1, [YIELD] = 1},
     .asserts = EITHER},
    {.name = "mix-cyclic",
     .weight = {[SIMPLE] = 3, [CONDITION] = 1, [SECTION] = 1, [NESTED] = 1, [LEAK] = 1, [TRY] = 1, [WAIT] = 2,
                [WAKE] = 2, [SPIN] = 1, [RETRY] = 1, [ASSERTION] = 1, [CHOICE] = 1, [YIELD] = 1},
     .loops = 20, .cyclic = true, .asserts = EITHER},
    {.name = "all-loops",
     .weight = {[SIMPLE] = 5, [CONDITION] = 1, [SECTION] = 2, [TRY] = 1, [SPIN] = 1, [ASSERTION] = 2, [YIELD] = 1},
     .loops = 85, .cyclic = true, .asserts = EITHER},
    {.name = "toggle-loops",
     .weight = {[SIMPLE] = 6, [ASSERTION] = 3},
     .loops = 90, .cyclic = true, .toggles = true, .asserts = EITHER},
    {.name = "spawn-join",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [ASSERTION] = 1},
     .spawns = true, .asserts = EITHER},
};

const char *toy_class_name(unsigned class)
{
    return classes[class].name;
}

struct writer {
    struct toy_program *program;
    struct rng         *rng;
    const struct class *class;
    tid                 thread;
    unsigned            vars, mutexes;
};

static unsigned any(struct writer *w, unsigned n)
{
    return rng_below(w->rng, n);
}

static bool percent(struct writer *w, unsigned chance)
{
    return any(w, 100) < chance;
}

static unsigned here(const struct writer *w)
{
    return w->program->length[w->thread];
}

/* Appends a statement; the caller may fill in more. */
static struct toy_statement *add(struct writer *w, enum toy_code code, unsigned object)
{
    struct toy_statement *x = &w->program->code[w->thread][w->program->length[w->thread]++];
    *x = (struct toy_statement){.code = (uint8_t)code, .object = (uint8_t)object};
    x->local = (uint8_t)any(w, TOY_LOCALS);
    return x;
}

static void add_write(struct writer *w)
{
    add(w, TOY_WRITE, any(w, w->vars))->a = (uint8_t)any(w, 2);
}

static void add_simple(struct writer *w)
{
    unsigned kind = w->class->toggles ? any(w, 4) : any(w, 8);
    if (kind < 2) {
        add(w, TOY_READ, any(w, w->vars));
    } else if (kind < 5) {
        add_write(w);
    } else if (kind == 5) {
        add(w, TOY_STORE, any(w, w->vars))->a = 1;
    } else {
        struct toy_statement *x = add(w, kind == 6 ? TOY_CAS : TOY_ADD, any(w, w->vars));
        x->a = (uint8_t)(kind == 6 ? any(w, 2) : 1);
        x->b = (uint8_t)(1 + any(w, 2));
    }
}

/* Reads into a local and adds a statement about it: a branch or an assert. */
static struct toy_statement *add_test(struct writer *w, enum toy_code code)
{
    uint8_t local = add(w, TOY_READ, any(w, w->vars))->local;
    struct toy_statement *x = add(w, code, 0);
    x->local = local;
    x->a = (uint8_t)any(w, 2);
    x->negated = (uint8_t)any(w, 2);
    return x;
}

static void add_conditional(struct writer *w)
{
    struct toy_statement *branch = add_test(w, TOY_BRANCH);
    add_simple(w);
    branch->target = (uint8_t)here(w);
}

static void add_section(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    add(w, TOY_LOCK, m);
    for (unsigned n = any(w, 3); n > 0; n--)
        add_simple(w);
    add(w, TOY_UNLOCK, m);
}

static void add_nested(struct writer *w)
{
    unsigned outer = any(w, w->mutexes), inner = percent(w, 90) ? (outer + 1) % w->mutexes : outer;
    add(w, TOY_LOCK, outer);
    if (percent(w, 50))
        add_simple(w);
    add(w, TOY_LOCK, inner);
    if (percent(w, 50))
        add_simple(w);
    if (percent(w, 90))
        add(w, TOY_UNLOCK, inner);
    add(w, TOY_UNLOCK, outer);
}

static void add_try(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    uint8_t local = add(w, TOY_TRYLOCK, m)->local;
    struct toy_statement *branch = add(w, TOY_BRANCH, 0);
    branch->local = local;
    add_simple(w);
    add(w, TOY_UNLOCK, m);
    branch->target = (uint8_t)here(w);
}

/* lock m; [r = v0; if r != 0 skip;] wait c, m; [go back to the test;] unlock m */
static void add_wait(struct writer *w)
{
    unsigned m = any(w, w->mutexes), test = 0;
    struct toy_statement *branch = NULL;
    add(w, TOY_LOCK, m);
    if (percent(w, 60)) {
        test = here(w);
        uint8_t local = add(w, TOY_READ, 0)->local;
        branch = add(w, TOY_BRANCH, 0);
        branch->local = local;
        branch->negated = 1;
    }
    add(w, TOY_WAIT, any(w, 2) ? 0 : 1)->second = (uint8_t)m;
    if (branch) {
        if (w->class->cyclic || percent(w, 50))
            add(w, TOY_JUMP, 0)->target = (uint8_t)test;
        branch->target = (uint8_t)here(w);
    }
    add(w, TOY_UNLOCK, m);
}

static void add_wake(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    bool locked = percent(w, 60), inside = percent(w, 50);
    enum toy_code code = percent(w, 65) ? TOY_SIGNAL : TOY_BROADCAST;
    if (locked)
        add(w, TOY_LOCK, m);
    if (percent(w, 60))
        add(w, TOY_WRITE, 0)->a = 1;
    if (inside)
        add(w, code, any(w, 2));
    if (locked)
        add(w, TOY_UNLOCK, m);
    if (!inside)
        add(w, code, any(w, 2));
}

static void add_spin(struct writer *w)
{
    unsigned start = here(w);
    add_test(w, TOY_BRANCH)->target = (uint8_t)start;
}

static void add_retry(struct writer *w)
{
    unsigned start = here(w);
    struct toy_statement *cas = add(w, TOY_CAS, any(w, w->vars));
    cas->a = (uint8_t)any(w, 2);
    cas->b = (uint8_t)(1 - cas->a);
    struct toy_statement *branch = add(w, TOY_BRANCH, 0);
    branch->local = cas->local;
    branch->target = (uint8_t)start;
}

static void add_choice(struct writer *w)
{
    struct toy_statement *choose = add(w, TOY_CHOOSE, 0);
    choose->a = (uint8_t)(2 + any(w, 2));
    if (percent(w, 50)) {
        struct toy_statement *store = add(w, TOY_STORE, any(w, w->vars));
        store->local = choose->local;
    } else {
        struct toy_statement *branch = add(w, TOY_BRANCH, 0);
        branch->local = choose->local;
        add_simple(w);
        branch->target = (uint8_t)here(w);
    }
}

static void add_piece(struct writer *w, enum piece piece)
{
    switch (piece) {
    case SIMPLE:    add_simple(w); break;
    case CONDITION: add_conditional(w); break;
    case SECTION:   add_section(w); break;
    case NESTED:    add_nested(w); break;
    case LEAK:      add(w, TOY_LOCK, any(w, w->mutexes)); break;
    case TRY:       add_try(w); break;
    case WAIT:      add_wait(w); break;
    case WAKE:      add_wake(w); break;
    case SPIN:      add_spin(w); break;
    case RETRY:     add_retry(w); break;
    case ASSERTION: add_test(w, TOY_ASSERT); break;
    case CHOICE:    add_choice(w); break;
    case YIELD:     add(w, TOY_YIELD, 0); break;
    case PIECES:    break;
    }
}

static enum piece any_piece(struct writer *w)
{
    unsigned total = 0, i = 0;
    for (unsigned k = 0; k < PIECES; k++)
        total += w->class->weight[k];
    for (unsigned pick = any(w, total); pick >= w->class->weight[i]; i++)
        pick -= w->class->weight[i];
    return (enum piece)i;
}

/* Thread 0 starts the others, some of them in turn start later ones; most are joined. */
static void add_spawns(struct writer *w)
{
    struct toy_program *p = w->program;
    for (tid u = w->thread + 1; u < p->threads; u++) {
        if (w->thread != 0 && !percent(w, 30))
            continue;
        p->spawned_later |= threadset_of(u);
        add(w, TOY_SPAWN, u);
        if (percent(w, 30))
            add_simple(w);
    }
}

static void add_joins(struct writer *w)
{
    for (tid u = w->thread + 1; u < w->program->threads; u++)
        if (percent(w, w->thread == 0 ? 70 : 20))
            add(w, TOY_JOIN, u);
}

static void add_thread(struct writer *w, unsigned pieces)
{
    enum { ROOM = TOY_CODE - 12 }; /* for the longest piece and the end */
    if (w->class->spawns)
        add_spawns(w);
    while (pieces-- > 0 && here(w) < ROOM)
        add_piece(w, any_piece(w));
    if (w->class->spawns)
        add_joins(w);
    if (percent(w, w->class->loops))
        add(w, TOY_JUMP, 0)->target = 0;
}

void toy_random(struct toy_program *p, unsigned class, struct rng *rng)
{
    struct writer w = {.program = p, .rng = rng, .class = &classes[class]};
    memset(p, 0, sizeof *p);
    p->threads = 2 + (any(&w, 3) + any(&w, 3)) / 2; /* four seldom */
    w.vars = 1 + any(&w, 3);
    w.mutexes = 2;
    p->assert_parks = w.class->asserts == PARKS || (w.class->asserts == EITHER && percent(&w, 50));
    unsigned most = p->threads == 2 ? 4 : p->threads == 3 ? 3 : 2;
    for (w.thread = 0; w.thread < p->threads; w.thread++)
        add_thread(&w, 1 + any(&w, most));
}
