/* toy_random.c - random toy programs.
 *
 * A thread is a few pieces in a row, each one or several statements; a class says how often each piece occurs.
 */
#include "toy_random.h"

#include <stdlib.h>
#include <string.h>

#include "toy_pieces.h"

struct class {
    const char *name;
    uint8_t     weight[PIECES];
    uint8_t     loops;         /* percentage of threads that start over at their end */
    bool        cyclic, toggles, spawns, fused /* births */, reuses, recursive, spurious, strict;
    enum { NEVER, ENDS, ENDS_FUSED, PARKS, EITHER } asserts;
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
     .weight = {[SIMPLE] = 5, [CONDITION] = 1, [SECTION] = 2, [LEAK] = 1, [TRY] = 1, [SPIN] = 1, [ASSERTION] = 2, [YIELD] = 1},
     .loops = 85, .cyclic = true, .asserts = EITHER},
    {.name = "toggle-loops",
     .weight = {[SIMPLE] = 6, [ASSERTION] = 3},
     .loops = 90, .cyclic = true, .toggles = true, .asserts = EITHER},
    {.name = "spawn-join",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [ASSERTION] = 1},
     .spawns = true, .asserts = EITHER},
    /* Beyond those fifteen, which are the classes of the experiments that the reductions come from. */
    {.name = "assert-fused",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [CONDITION] = 1, [ASSERTION] = 3},
     .asserts = ENDS_FUSED},
    {.name = "misuse",
     .weight = {[SIMPLE] = 3, [SECTION] = 2, [NESTED] = 1, [TRY] = 1, [WAIT] = 1, [WAKE] = 1, [ASSERTION] = 1, [STRAY] = 2},
     .strict = true, .asserts = ENDS},
    {.name = "assume",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [ASSUMPTION] = 2, [ASSERTION] = 2},
     .asserts = EITHER},
    {.name = "process-exit",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [NESTED] = 1, [QUIT] = 2, [ASSERTION] = 1},
     .asserts = ENDS},
    {.name = "semaphore",
     .weight = {[SIMPLE] = 3, [SEMAPHORE] = 5, [SECTION] = 1, [ASSERTION] = 1},
     .loops = 10, .cyclic = true, .asserts = EITHER},
    {.name = "rwlock",
     .weight = {[SIMPLE] = 2, [READING] = 5, [SECTION] = 1, [ASSERTION] = 1},
     .loops = 10, .cyclic = true, .asserts = EITHER},
    {.name = "barrier",
     .weight = {[SIMPLE] = 4, [BARRIER] = 3, [SECTION] = 1, [ASSERTION] = 1},
     .loops = 10, .cyclic = true, .asserts = EITHER},
    {.name = "recursive",
     .weight = {[SIMPLE] = 2, [SECTION] = 1, [NESTED] = 1, [AGAIN] = 3, [TRY] = 1, [WAIT] = 1, [WAKE] = 1},
     .recursive = true},
    {.name = "timed",
     .weight = {[SIMPLE] = 1, [SECTION] = 1, [WAIT] = 1, [TIMED] = 3, [WAKE] = 3, [ASSERTION] = 1},
     .asserts = EITHER},
    {.name = "spurious",
     .weight = {[SIMPLE] = 2, [WAIT] = 3, [TIMED] = 1, [WAKE] = 3},
     .cyclic = true, .spurious = true},
    {.name = "wide",
     .weight = {[SIMPLE] = 3, [WIDE] = 4, [CONDITION] = 1, [SECTION] = 1, [ASSERTION] = 1},
     .loops = 10, .cyclic = true, .asserts = EITHER},
    {.name = "cancel+reuse",
     .weight = {[SIMPLE] = 4, [SECTION] = 2, [CANCEL] = 2, [TESTCANCEL] = 3, [RESPAWN] = 2, [ASSERTION] = 1},
     .spawns = true, .reuses = true, .asserts = EITHER},
    {.name = "fused-births",
     .weight = {[SIMPLE] = 5, [SECTION] = 2, [CONDITION] = 1, [ASSERTION] = 1, [QUIT] = 1},
     .spawns = true, .fused = true, .asserts = ENDS},
    {.name = "atomic",
     .weight = {[SIMPLE] = 4, [ATOMIC] = 4, [CONDITION] = 1, [SECTION] = 1, [ASSERTION] = 1},
     .asserts = EITHER},
    {.name = "atomic-cut",
     .weight = {[SIMPLE] = 4, [CUT] = 4, [ATOMIC] = 1, [CONDITION] = 1, [ASSERTION] = 1},
     .asserts = ENDS},
    {.name = "atomic-cut+locks",
     .weight = {[SIMPLE] = 3, [CUT] = 3, [ATOMIC] = 1, [SECTION] = 2, [WAKE] = 1, [WAIT] = 1, [SEMAPHORE] = 1, [ASSERTION] = 1,
                [CANCEL] = 1},
     .spawns = true, .strict = true, .asserts = EITHER},
    {.name = "atomic-held",
     .weight = {[SIMPLE] = 3, [HELD] = 4, [ATOMIC] = 1, [SECTION] = 2, [WAKE] = 2, [SEMAPHORE] = 2, [BARRIER] = 1, [ASSERTION] = 1},
     .asserts = EITHER},
    {.name = "atomic-loops",
     .weight = {[SIMPLE] = 3, [ATOMIC] = 2, [CUT] = 2, [HELD] = 1, [SECTION] = 1, [SEMAPHORE] = 1, [SPIN] = 1, [ASSERTION] = 1},
     .loops = 40, .cyclic = true, .asserts = ENDS},
    {.name = "atomic-all",
     .weight = {[SIMPLE] = 4, [CUT] = 3, [HELD] = 3, [ATOMIC] = 1, [SECTION] = 2, [WAKE] = 2, [SEMAPHORE] = 2, [READING] = 1,
                [ASSUMPTION] = 1, [ASSERTION] = 1, [QUIT] = 1, [CANCEL] = 1, [CHOICE] = 1},
     .spawns = true, .recursive = true, .asserts = EITHER},
    {.name = "mix-all",
     .weight = {[SIMPLE] = 4, [CONDITION] = 1, [SECTION] = 2, [NESTED] = 1, [LEAK] = 1, [TRY] = 1, [WAIT] = 1, [WAKE] = 2, [SPIN] = 1,
                [RETRY] = 1, [ASSERTION] = 2, [CHOICE] = 1, [YIELD] = 1, [TIMED] = 1, [SEMAPHORE] = 2, [READING] = 1, [BARRIER] = 1,
                [AGAIN] = 1, [WIDE] = 1, [CANCEL] = 1, [TESTCANCEL] = 1, [ASSUMPTION] = 1, [STRAY] = 1, [QUIT] = 1},
     .loops = 10, .cyclic = true, .recursive = true, .spurious = true, .strict = true, .asserts = ENDS},
    {.name = "counting",
     .weight = {[SIMPLE] = 2, [COUNTING] = 6, [CONDITION] = 1, [SECTION] = 1, [SPIN] = 1, [ASSERTION] = 2},
     .loops = 10, .cyclic = true, .asserts = EITHER},
    {.name = "meeting",
     .weight = {[SIMPLE] = 5, [MEETING] = 5, [CONDITION] = 1, [SECTION] = 1, [COUNTING] = 1, [ASSERTION] = 1},
     .loops = 5, .asserts = EITHER},
    {.name = "meeting+joins",
     .weight = {[SIMPLE] = 5, [MEETING] = 4, [CONDITION] = 1, [SECTION] = 1, [TRY] = 1, [JOINING] = 1, [LEAVING] = 1,
                [ASSERTION] = 1, [QUIT] = 1},
     .spawns = true, .reuses = true, .asserts = EITHER},
    {.name = "posting",
     .weight = {[SIMPLE] = 2, [COUNTING] = 2, [SEMAPHORE] = 6, [ASSERTION] = 1},
     .asserts = EITHER},
};

const char *toy_class_name(unsigned class)
{
    return classes[class].name;
}

unsigned toy_class_find(const char *name)
{
    unsigned class = 0;
    while (strcmp(classes[class].name, name) != 0)
        if (++class == TOY_CLASSES)
            abort();
    return class;
}

static enum piece any_piece(struct writer *w, const uint8_t weight[PIECES])
{
    unsigned total = 0, i = 0;
    for (unsigned k = 0; k < PIECES; k++)
        total += weight[k];
    for (unsigned pick = any(w, total); pick >= weight[i]; i++)
        pick -= weight[i];
    return (enum piece)i;
}

/* Thread 0 starts the others, some of them in turn start later ones; most are joined. */
static void add_spawns(struct writer *w)
{
    struct toy_program *p = w->program;
    for (tid u = w->thread + 1; u < p->threads; u++) {
        if (w->thread != 0 && (p->births_fused || !percent(w, 30)))
            continue;
        p->spawned_later |= threadset_of(u);
        toy_add(w, TOY_SPAWN, u);
        if (percent(w, p->births_fused ? 60 : 30))
            toy_add_piece(w, SIMPLE);
    }
}

static void add_joins(struct writer *w)
{
    for (tid u = w->thread + 1; u < w->program->threads; u++)
        if (percent(w, w->thread == 0 ? 70 : w->program->births_fused ? 0 : 20))
            toy_add(w, TOY_JOIN, u);
}

static void add_thread(struct writer *w, const struct class *class, unsigned pieces)
{
    enum { ROOM = TOY_CODE - 16 }; /* for the longest piece and the end */
    if (class->spawns)
        add_spawns(w);
    while (pieces-- > 0 && here(w) < ROOM)
        toy_add_piece(w, any_piece(w, class->weight));
    if (class->spawns)
        add_joins(w);
    if (percent(w, class->loops))
        toy_add(w, TOY_JUMP, 0)->target = 0;
}

static void set_options(struct writer *w, const struct class *class)
{
    struct toy_program *p = w->program;
    p->assert_parks = class->asserts == PARKS || (class->asserts == EITHER && percent(w, 50));
    p->assert_visible = class->asserts != ENDS_FUSED && (!p->assert_parks || percent(w, 50));
    p->strict = class->strict;
    p->spurious = class->spurious;
    p->reuses = class->reuses;
    p->births_fused = class->fused;
    if (class->recursive)
        p->recursive = (uint8_t)(1 + any(w, 3));
    for (unsigned i = 0; i < TOY_SEMS && class->weight[SEMAPHORE]; i++)
        p->sem_start[i] = (uint8_t)any(w, 3);
    for (unsigned i = 0; i < TOY_BARRIERS && class->weight[BARRIER]; i++)
        p->barrier_size[i] = (uint8_t)(1 + any(w, p->threads));
    for (unsigned i = 0; i < TOY_BARRIERS && class->weight[MEETING]; i++)
        p->barrier_size[i] = (uint8_t)(percent(w, 70) ? p->threads : 2 + any(w, 2));
}

void toy_random(struct toy_program *p, unsigned class, struct rng *rng)
{
    const struct class *c = &classes[class];
    struct writer w = {.program = p, .rng = rng, .toggles = c->toggles, .cyclic = c->cyclic};
    memset(p, 0, sizeof *p);
    p->threads = 2 + (any(&w, 3) + any(&w, 3)) / 2; /* four seldom */
    w.vars = 1 + any(&w, 3);
    w.mutexes = 2;
    set_options(&w, c);
    unsigned most = p->threads == 2 ? 4 : p->threads == 3 ? 3 : 2;
    for (w.thread = 0; w.thread < p->threads; w.thread++)
        add_thread(&w, c, 1 + any(&w, most));
}
