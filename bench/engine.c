/* engine.c - what the search layer itself costs: a depth-first search of an lts that does next to nothing, so that what is
 * left is the engine's loop and the visited set.
 *
 *     engine [STATES]     about so many states (default 20 million)
 *     engine layer        only: nanoseconds a transition that the search layer adds to a loop that can do nothing but search depth
 *                         first: no policies, no limits, no counters, no path that others can read
 *
 * The program: a few threads, each counting up to a limit of its own.
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ */
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 4, PATH = 1 << 20 };

/* The state is one word: 16 bits for each thread's count. */
struct counting {
    uint64_t state, limit;
    struct op op;
};

static uint64_t count_of(uint64_t word, tid t)
{
    return word >> (16 * t) & 0xffff;
}

static threadset enabled(void *self)
{
    const struct counting *c = self;
    threadset set = 0;
    for (tid t = 0; t < THREADS; t++)
        set |= (threadset)(count_of(c->state, t) < c->limit) << t;
    return set;
}

static const struct op *next(void *self, tid t)
{
    (void)t;
    return &((struct counting *)self)->op;
}

static unsigned outcomes(void *self, tid t)
{
    (void)self, (void)t;
    return 1;
}

static void step(void *self, tid t, unsigned choice)
{
    (void)choice;
    ((struct counting *)self)->state += (uint64_t)1 << (16 * t);
}

static struct mark mark(void *self)
{
    return (struct mark){.position = ((struct counting *)self)->state};
}

static void rewind_to(void *self, const struct mark *m)
{
    ((struct counting *)self)->state = m->position;
}

static struct digest digest(void *self)
{
    uint64_t x = ((struct counting *)self)->state;
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    return (struct digest){x * 0xbf58476d1ce4e5b9u, x * 0x94d049bb133111ebu + 1};
}

static enum lts_end end(void *self)
{
    return enabled(self) ? LTS_RUNNING : LTS_ENDED;
}

static const struct fault *fault(void *self)
{
    (void)self;
    return NULL;
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static struct engine engine;
static struct wire_decision path[PATH];

/* Of the processor, so that a busy machine does not count as a slow engine. */
static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct lts lts_of(struct counting *c)
{
    return (struct lts){.name = "counting", .self = c, .enabled = enabled, .live = enabled, .next = next, .outcomes = outcomes,
                        .step = step, .mark = mark, .rewind = rewind_to, .digest = digest, .end = end, .fault = fault};
}

static struct wire_counters counters;

/* Returns the nanoseconds that a transition takes. */
static double search(uint64_t limit, unsigned repeat)
{
    struct counting counting = {.limit = limit};
    struct lts lts = lts_of(&counting);
    uint64_t path_count, transitions = 0;
    struct search_config config = {.lts = &lts, .search = &search_dfs};
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH,
                                   .found = found};
    double start = nanoseconds();
    for (unsigned i = 0; i < repeat; i++) {
        counting.state = 0;
        search_run(&engine, &config, &report);
        transitions += counters.transitions;
    }
    return (nanoseconds() - start) / (double)transitions;
}

static void search_and_print(uint64_t limit, unsigned repeat)
{
    double ns = search(limit, repeat);
    printf("%10llu states %11llu transitions: %6.1f ns a transition, %5.2f M transitions/s, %5.1f bytes a state\n",
           (unsigned long long)counters.states, (unsigned long long)counters.transitions, ns, 1e3 / ns,
           (double)counters.table_bytes / (double)counters.states);
}

/* --- a loop that can do nothing else ------------------------------------------------------------------------------ */

struct level {
    struct mark mark;
    threadset   todo;
};

/* Explores everything through the same interface, with the same table. Returns the number of transitions. */
static uint64_t explore_plainly(const struct lts *l, struct visited *v)
{
    static struct level levels[PATH];
    struct level *top = levels;
    uint64_t transitions = 0;
    visited_insert(v, l->digest(l->self));
    *top = (struct level){l->mark(l->self), l->enabled(l->self)};
    for (bool there = true; top >= levels;) {
        if (top->todo == 0) {
            top--;
            there = false;
            continue;
        }
        tid t = threadset_first(top->todo);
        top->todo &= top->todo - 1;
        if (!there)
            l->rewind(l->self, &top->mark);
        l->step(l->self, t, 0);
        transitions++;
        struct digest d = l->digest(l->self);
        visited_prefetch(v, d);
        threadset can = l->enabled(l->self);
        there = !l->fault(l->self) && visited_insert(v, d) == VISITED_NEW && can;
        if (there)
            *++top = (struct level){l->mark(l->self), can};
    }
    return transitions;
}

static double plain_loop(uint64_t limit, unsigned repeat)
{
    struct counting counting = {.limit = limit};
    struct lts lts = lts_of(&counting);
    struct visited v;
    uint64_t transitions = 0;
    if (!visited_open(&v, 0, false))
        return 0;
    double start = nanoseconds();
    for (unsigned i = 0; i < repeat; i++) {
        counting.state = 0;
        visited_clear(&v);
        transitions += explore_plainly(&lts, &v);
    }
    double ns = (nanoseconds() - start) / (double)transitions;
    visited_close(&v);
    return ns;
}

/* The least of several, in turn: others use the machine. */
static void print_layer(void)
{
    double engines = 1e9, loops = 1e9;
    for (unsigned i = 0; i < 9; i++) {
        double a = search(5, 300), b = plain_loop(5, 300);
        engines = a < engines ? a : engines;
        loops = b < loops ? b : loops;
    }
    printf("%.1f\n", engines > loops ? engines - loops : 0);
}

/* The table alone: insertions of random digests, each waiting for the one before, as in a search. */
static void table_alone(uint64_t count)
{
    struct visited v;
    uint64_t x = 1, known = 0;
    if (!visited_open(&v, 0, false))
        return;
    double start = nanoseconds();
    for (uint64_t i = 0; i < count; i++) {
        x = (x ^ (x >> 29)) * 0x9e3779b97f4a7c15u + 1;
        enum visited_result result = visited_insert(&v, (struct digest){x, x * 0xbf58476d1ce4e5b9u});
        known += result == VISITED_KNOWN;
        x += result == VISITED_FULL;
    }
    double ns = nanoseconds() - start;
    printf("%10llu insertions into the table alone: %.1f ns each, %.1f bytes an entry, %llu lines away at most\n",
           (unsigned long long)count, ns / (double)count, (double)visited_bytes(&v) / (double)v.count,
           (unsigned long long)v.longest);
    (void)known;
    visited_close(&v);
}

int main(int count, char **arguments)
{
    uint64_t states = count > 1 ? strtoull(arguments[1], NULL, 10) : 20000000, limit = 1;
    while ((limit + 1) * (limit + 1) * (limit + 1) * (limit + 1) < states)
        limit++;
    if (!engine_open(&engine))
        return 1;
    if (count > 1 && strcmp(arguments[1], "layer") == 0) {
        print_layer();
        return 0;
    }
    search_and_print(5, 2000);
    search_and_print(limit / 4, 1);
    search_and_print(limit, 1);
    table_alone(1000000);
    table_alone(states);
    engine_close(&engine);
    return 0;
}
