/* state_graph.c - see state_graph.h. A state is found again by its digest, a transition by where it starts, its thread and its outcome. */
#include "world/watch/state_graph.h"

#include <string.h>

#include "base/reserve.h"
#include "world/memory/hash.h"
#include "world/recorder.h"

enum { TABLE = 1 << 15, NONE = 0 }; /* slots: more than twice of what is entered */
_Static_assert(TABLE > 2 * (WIRE_MAX_VERTICES + WIRE_MAX_EDGES), "the table has room");

struct slot {
    struct digest key;
    uint32_t      number; /* + 1 of the vertex or edge; NONE: it is free */
};

static struct {
    void (*step)(void *self, tid t, unsigned choice); /* of what is watched */
    const struct lts  *lts;
    struct wire       *wire;
    struct wire_graph *graph;
    struct slot       *table;
    struct recorder    recorder;
} drawn;

static void nobody_stops(struct wire *wire, const struct thread *t)
{
    (void)wire;
    (void)t;
}

bool state_graph_enable(struct wire *wire)
{
    size_t bytes = TABLE * sizeof *drawn.table;
    drawn.table = reserve(&bytes, bytes);
    drawn.wire = wire;
    drawn.graph = wire_graph(wire);
    drawn.recorder = (struct recorder){.wire = wire, .step_begins = nobody_stops};
    return drawn.table != NULL;
}

void state_graph_restart(void)
{
    if (!drawn.table)
        return;
    memset(drawn.table, 0, TABLE * sizeof *drawn.table);
    drawn.graph->vertices = drawn.graph->edges = 0;
    drawn.graph->left_out = drawn.graph->events = 0;
    drawn.wire->threads = 0;
}

static struct slot *find(struct digest key)
{
    uint64_t at = key.lo % TABLE;
    while (drawn.table[at].number != NONE && !digest_equal(drawn.table[at].key, key))
        at = (at + 1) % TABLE;
    return &drawn.table[at];
}

static struct digest key_of_edge(uint32_t from, tid t, unsigned choice)
{
    return hash_word(from, (uint64_t)t << 32 | choice);
}

/* The number of a new vertex + 1; NONE: there is no room. */
static uint32_t add_vertex(struct wire_vertex v)
{
    struct wire_graph *g = drawn.graph;
    if (g->vertices == WIRE_MAX_VERTICES)
        return NONE;
    g->vertex[g->vertices++] = v;
    return g->vertices;
}

static enum wire_vertex_kind kind_here(void *self)
{
    const struct lts *l = drawn.lts;
    switch (l->end(self)) {
    case LTS_ENDED:   return WIRE_VERTEX_END;
    case LTS_ASSUMED: return WIRE_VERTEX_ASSUMED;
    default:          return threadset_any(l->enabled(self)) ? WIRE_VERTEX_STATE : WIRE_VERTEX_DEADLOCK;
    }
}

/* The present state's. */
static uint32_t vertex_here(void *self)
{
    struct digest key = drawn.lts->digest(self);
    struct slot *slot = find(key);
    if (slot->number != NONE)
        return slot->number;
    uint32_t number = add_vertex((struct wire_vertex){.kind = (uint8_t)kind_here(self)});
    if (number != NONE)
        *slot = (struct slot){key, number};
    return number;
}

static uint32_t vertex_behind(void *self)
{
    const struct fault *f = drawn.lts->fault(self);
    return f ? add_vertex((struct wire_vertex){.kind = WIRE_VERTEX_FAULT, .fault = (uint8_t)f->kind}) : vertex_here(self);
}

static unsigned successors_here(void *self, threadset enabled)
{
    unsigned successors = 0;
    THREADSET_EACH(t, enabled)
        successors += drawn.lts->outcomes(self, t);
    return successors;
}

/* Records are the graph's, not those of a replay: the wire has no events but while a step is made. */
static uint64_t record_step(struct world *w, tid t, unsigned choice, threadset enabled, unsigned successors)
{
    uint64_t event = drawn.graph->events;
    drawn.wire->events = event;
    recorder_decision(&drawn.recorder, enabled, successors);
    w->recorder = &drawn.recorder;
    drawn.step(w, t, choice);
    w->recorder = NULL;
    world_threads_changed();
    drawn.graph->events = drawn.wire->events;
    drawn.wire->events = 0;
    return event;
}

/* The search need not go on: what it would find besides is not drawn. */
static void leave_out(void)
{
    drawn.graph->left_out++;
    __atomic_store_n(&drawn.wire->stop, 1, __ATOMIC_RELEASE);
}

static void step_and_draw(void *self, tid t, unsigned choice)
{
    struct world *w = self;
    struct wire_graph *g = drawn.graph;
    bool looks = !world_aside(w) && drawn.wire->phase == WIRE_EXPLORE && g->edges < WIRE_MAX_EDGES;
    uint32_t from = looks ? vertex_here(self) : NONE;
    struct digest key = key_of_edge(from, t, choice);
    if (from == NONE || find(key)->number != NONE) {
        drawn.step(self, t, choice);
        return;
    }
    threadset enabled = drawn.lts->enabled(self);
    unsigned successors = successors_here(self, enabled);
    g->vertex[from - 1].successors = (uint16_t)successors;
    uint64_t event = record_step(w, t, choice, enabled, successors);
    uint32_t to = vertex_behind(self);
    if (to == NONE) {
        leave_out();
        return;
    }
    g->edge[g->edges++] = (struct wire_edge){.from = from - 1, .to = to - 1, .thread = (uint16_t)t, .choice = (uint16_t)choice,
                                             .event = event};
    *find(key) = (struct slot){key, g->edges};
    if (g->edges == WIRE_MAX_EDGES)
        leave_out();
}

void state_graph_watch(struct lts *lts)
{
    static struct lts inner;
    inner = *lts;
    drawn.lts = &inner;
    drawn.step = lts->step;
    lts->step = step_and_draw;
}
