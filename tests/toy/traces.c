/* traces.c - counting Mazurkiewicz traces.
 *
 * A trace is written down as its first linearization: of all events that have no predecessor left, always that of the thread with
 * the lowest number. The set of all beginnings of traces is built from the empty one, an event at a time; those that nobody can
 * continue are the traces.
 */
#include "traces.h"

#include <stdlib.h>
#include <string.h>

const struct traced traced[] = {
    {"independent writers", "join 1; join 2; join 3 || x = 1; x = 2 || y = 1; y = 2 || z = 1; z = 2", 1},
    {"two writers", "join 1; join 2 || x = 1 || x = 2", 2},
    {"mutex counter, 2 threads", "join 1; join 2 || lock m; r = x; x = r + 1; unlock m || lock m; r = x; x = r + 1; unlock m", 2},
    {"mutex counter, 3 threads",
     "join 1; join 2; join 3 || lock m; r = x; x = r + 1; unlock m || lock m; r = x; x = r + 1; unlock m || "
     "lock m; r = x; x = r + 1; unlock m", 6},
    {"mutex counter, 4 threads",
     "join 1; join 2; join 3; join 4 || lock m; r = add x 1; unlock m || lock m; r = add x 1; unlock m || lock m; r = add x 1; unlock m || "
     "lock m; r = add x 1; unlock m", 24},
    /* The write comes before, between or after the reads. */
    {"a reader and a writer", "r = x; r = x; r = x || x = 1", 4},
    {"readers are independent", "r = x || r = x || x = 1", 4},
    /* lastzero: thread j copies array[j - 1] + 1 to array[j], the first one looks for the last zero from behind. (n + 3) 2^(n - 2). */
    {"lastzero 2",
     "r = y; if r { r = x } || r = w; x = r + 1 || r = x; y = r + 1", 5},
    {"lastzero 3",
     "r = z; if r { r = y; if r { r = x } } || r = w; x = r + 1 || r = x; y = r + 1 || r = y; z = r + 1", 12},
    /* Cells of a hash table, filled by compare-and-swap: threads with keys of their own are independent. */
    {"indexer without a clash", "r = cas x 0 1 || r = cas y 0 1 || r = cas z 0 1", 1},
    {"indexer with one clash", "r = cas x 0 1 || r = cas x 0 2; unless r { r = cas y 0 2 } || r = cas z 0 3", 2},
    {"indexer with two clashes",
     "r = cas x 0 1 || r = cas x 0 2; unless r { r = cas y 0 2 } || r = cas z 0 3 || r = cas z 0 1; unless r { r = cas w 0 1 }", 4},
    {0},
};

struct event {
    struct op op;
    uint8_t   thread, choice;
};

/* Beginnings of traces, as threads and choices. */
struct beginning {
    uint8_t length;
    uint8_t step[MOST_EVENTS]; /* thread + 16 * choice */
};

struct beginnings {
    struct beginning *list;
    uint32_t         *index; /* open addressing: position + 1 */
    size_t            count;
};
enum { MOST_BEGINNINGS = 1 << 18 };

static void execute(const struct toy_program *p, const struct beginning *b, struct toy_state *s, struct event events[MOST_EVENTS + 1])
{
    toy_start(p, s);
    for (unsigned i = 0; i < b->length; i++) {
        tid t = b->step[i] % 16;
        events[i] = (struct event){toy_op(p, s, t), (uint8_t)t, b->step[i] / 16};
        toy_transition(p, s, t, events[i].choice);
    }
}

/* Is there an event before i, not yet taken, that it depends on? */
static bool waits(const struct event *events, unsigned i, uint64_t taken)
{
    for (unsigned k = 0; k < i; k++)
        if (!(taken >> k & 1) && (events[k].thread == events[i].thread || op_dependent(&events[k].op, &events[i].op)))
            return true;
    return false;
}

static struct beginning first_linearization(const struct event *events, unsigned count)
{
    struct beginning b;
    uint64_t taken = 0;
    memset(&b, 0, sizeof b);
    while (b.length < count) {
        unsigned best = count;
        for (unsigned i = 0; i < count; i++)
            if (!(taken >> i & 1) && (best == count || events[i].thread < events[best].thread) && !waits(events, i, taken))
                best = i;
        taken |= (uint64_t)1 << best;
        b.step[b.length++] = (uint8_t)(events[best].thread + 16 * events[best].choice);
    }
    return b;
}

/* False if there is no room. */
static bool add(struct beginnings *all, const struct beginning *b)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (unsigned i = 0; i < b->length; i++)
        h = (h ^ b->step[i]) * 0x100000001b3u;
    size_t mask = 2 * MOST_BEGINNINGS - 1, i = (h ^ h >> 32) & mask;
    for (; all->index[i] != 0; i = (i + 1) & mask)
        if (memcmp(&all->list[all->index[i] - 1], b, sizeof *b) == 0)
            return true;
    if (all->count == MOST_BEGINNINGS)
        return false;
    all->list[all->count++] = *b;
    all->index[i] = (uint32_t)all->count;
    return true;
}

/* All continuations by one event; false if there is no room. *ends: there is none. */
static bool extend(const struct toy_program *p, struct beginnings *all, size_t at, bool *ends)
{
    struct event events[MOST_EVENTS + 1];
    struct toy_state s;
    struct beginning b = all->list[at];
    execute(p, &b, &s, events);
    threadset enabled = toy_enabled_set(p, &s);
    for (tid t = 0; t < p->threads; t++) /* a failing assert ends the process */
        if (s.thread[t].phase == TOY_PARKED && !p->assert_parks)
            enabled = NO_THREADS;
    *ends = !threadset_any(enabled);
    if (!*ends && b.length == MOST_EVENTS)
        return false;
    THREADSET_EACH(t, enabled)
        for (unsigned choice = 0; choice < toy_outcomes(p, &s, t); choice++) {
            events[b.length] = (struct event){toy_op(p, &s, t), (uint8_t)t, (uint8_t)choice};
            struct beginning next = first_linearization(events, b.length + 1u);
            if (!add(all, &next))
                return false;
        }
    return true;
}

uint64_t toy_traces(const struct toy_program *p)
{
    struct beginnings all = {calloc(MOST_BEGINNINGS, sizeof *all.list), calloc(2 * MOST_BEGINNINGS, sizeof *all.index), 0};
    struct beginning empty;
    uint64_t traces = 0;
    bool room = all.list && all.index, ends;
    memset(&empty, 0, sizeof empty);
    if (!room)
        abort();
    add(&all, &empty);
    for (size_t i = 0; room && i < all.count; i++) {
        room = extend(p, &all, i, &ends);
        traces += room && ends;
    }
    free(all.list);
    free(all.index);
    return room ? traces : 0;
}
