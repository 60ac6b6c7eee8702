/* toy_graph.c - the transitions of a toy program, kept for all searches of it. */
#include "toy_graph.h"

#include <stdlib.h>

enum { MOST_OUTCOMES = 8 };

/* What a live thread is about to do at a place. */
struct turn {
    struct op         op;
    struct access     touch[OP_MAX_ACCESSES];
    int               touches;
    unsigned          outcomes;
    struct toy_place *to[MOST_OUTCOMES];    /* NULL: nobody has gone there yet */
    bool              fails[MOST_OUTCOMES]; /* on the way, at the statement that the thread stops at */
};

struct toy_place {
    struct toy_state state;
    struct digest    digest;
    threadset        enabled, live, inside;
    threadset        in_section; /* those whose next step belongs to one */
    uint64_t         seen;       /* by that walk, last */
    bool             silent;     /* observers have nothing to see here */
    enum lts_end     end;
    struct turn      turn[];     /* of each thread */
};

static void *allocated(void *p)
{
    if (!p)
        abort();
    return p;
}

/* --- places ------------------------------------------------------------------------------------------------------------- */

static void set_turn(struct turn *turn, const struct toy_program *p, const struct toy_state *s, tid t)
{
    turn->op = toy_op(p, s, t);
    turn->outcomes = toy_outcomes(p, s, t);
    if (turn->outcomes > MOST_OUTCOMES)
        abort();
    turn->touches = toy_touched(p, s, t, &turn->op, turn->touch);
}

static struct toy_place *new_place(const struct toy_program *p, const struct toy_state *s)
{
    struct toy_place *place = allocated(calloc(1, sizeof *place + p->threads * sizeof place->turn[0]));
    place->state = *s;
    place->digest = toy_digest(s);
    place->enabled = toy_enabled_set(p, s);
    place->live = toy_live(p, s);
    place->end = toy_end(p, s);
    for (tid t = 0; t < p->threads; t++)
        place->inside |= s->inside[t] ? threadset_of(t) : NO_THREADS;
    THREADSET_EACH(t, place->live) {
        place->in_section |= toy_in_section(p, s, t) ? threadset_of(t) : NO_THREADS;
        set_turn(&place->turn[t], p, s, t);
    }
    return place;
}

static struct toy_place *place_of(struct toy_graph *g, const struct toy_state *s)
{
    if (g->states.count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : 64;
        g->places = allocated(realloc(g->places, g->capacity * sizeof *g->places));
    }
    bool is_new = state_set_add(&g->states, s);
    size_t i = state_set_at(&g->states, s);
    if (is_new)
        g->places[i] = new_place(g->program, s);
    return g->places[i];
}

/* Where that transition leads. */
static struct toy_place *follow(struct toy_graph *g, struct toy_place *from, tid t, unsigned choice)
{
    struct turn *turn = &from->turn[t];
    if (!turn->to[choice]) {
        struct toy_state s = from->state;
        turn->fails[choice] = toy_transition(g->program, &s, t, choice) == TOY_FAILED;
        turn->to[choice] = place_of(g, &s);
    }
    return turn->to[choice];
}

void toy_graph_open(struct toy_graph *g, const struct toy_program *p)
{
    *g = (struct toy_graph){.program = p};
}

void toy_graph_close(struct toy_graph *g)
{
    for (size_t i = 0; i < g->states.count; i++)
        free(g->places[i]);
    free(g->places);
    state_set_free(&g->states);
    *g = (struct toy_graph){0};
}

/* --- the lts ------------------------------------------------------------------------------------------------------------ */

static void observe(struct toy_walk *w)
{
    struct toy_place *at = w->at;
    if (at->silent || at->seen == w->number)
        return;
    at->seen = w->number;
    at->silent = !toy_observe(&w->observer, &at->state, at->enabled, at->end);
}

static threadset lts_enabled(void *self)
{
    struct toy_walk *w = self;
    return w->at->enabled;
}

static threadset lts_live(void *self)
{
    struct toy_walk *w = self;
    return w->at->live;
}

static const struct op *lts_next(void *self, tid t)
{
    struct toy_walk *w = self;
    return &w->at->turn[t].op;
}

static unsigned lts_outcomes(void *self, tid t)
{
    struct toy_walk *w = self;
    return w->at->turn[t].outcomes;
}

static void lts_step(void *self, tid t, unsigned choice)
{
    struct toy_walk *w = self;
    const struct toy_place *from = w->at;
    w->at = follow(w->graph, w->at, t, choice);
    bool failed = from->turn[t].fails[choice];
    if (failed && w->observer.failed)
        w->observer.failed(w->observer.self, t, w->at->state.thread[t].pc);
    w->faulted = failed && !w->graph->program->assert_parks;
    if (w->faulted)
        w->fault = toy_fault(&w->at->state, t, from->state.thread[t].pc);
    else
        observe(w);
}

static struct mark lts_mark(void *self)
{
    struct toy_walk *w = self;
    if (w->saved_count == w->saved_capacity) {
        w->saved_capacity = w->saved_capacity ? 2 * w->saved_capacity : 64;
        w->saved = allocated(realloc(w->saved, w->saved_capacity * sizeof *w->saved));
    }
    w->saved[w->saved_count] = w->at;
    return (struct mark){.position = w->saved_count++, .digest = w->at->digest, .live = w->at->live};
}

static void lts_rewind(void *self, const struct mark *m)
{
    struct toy_walk *w = self;
    if (m->position >= w->saved_count)
        abort(); /* an invalid mark: marks are a stack */
    w->at = w->saved[m->position];
    w->saved_count = m->position + 1;
    w->faulted = false;
    if (m->position == 0)
        observe(w); /* the root, which no step leads to */
}

static struct digest lts_digest(void *self)
{
    struct toy_walk *w = self;
    return w->at->digest;
}

static enum lts_end lts_end(void *self)
{
    struct toy_walk *w = self;
    return w->at->end;
}

static const struct fault *lts_fault(void *self)
{
    struct toy_walk *w = self;
    return w->faulted ? &w->fault : NULL;
}

static threadset lts_foresee(void *self, threadset threads, struct digest *to)
{
    struct toy_walk *w = self;
    struct toy_place *at = w->at;
    threadset foreseen = NO_THREADS;
    THREADSET_EACH(t, threads & ~at->in_section) {
        if (toy_is_forgotten(at->digest, t) || at->turn[t].outcomes > 1)
            continue;
        const struct toy_place *after = follow(w->graph, at, t, 0);
        if (at->turn[t].fails[0] || (w->graph->program->births_fused && threadset_any(after->live & ~at->live)))
            continue;
        to[t] = after->digest;
        foreseen |= threadset_of(t);
    }
    return foreseen;
}

static int lts_touches_of(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    struct toy_walk *w = self;
    const struct turn *turn = &w->at->turn[t];
    for (int i = 0; i < turn->touches; i++)
        out[i] = turn->touch[i];
    return turn->touches;
}

static bool lts_may_access(void *self, tid t, tid first, const struct access *a)
{
    const struct toy_walk *w = self;
    return toy_may_access(w->graph->program, &w->at->state, t, first, a);
}

static threadset lts_inside(void *self)
{
    struct toy_walk *w = self;
    return w->at->inside;
}

void toy_walk_open(struct toy_walk *w, struct toy_graph *g)
{
    struct toy_state s;
    toy_start(g->program, &s);
    *w = (struct toy_walk){.graph = g, .at = place_of(g, &s), .number = ++g->walks};
}

void toy_walk_close(struct toy_walk *w)
{
    free(w->saved);
    w->saved = NULL;
}

static const struct lts_foresight foresight = {
    .foresee = lts_foresee, .touches = lts_touches_of, .may_access = lts_may_access, .inside = lts_inside};

struct lts toy_walk_lts(struct toy_walk *w)
{
    return (struct lts){
        .name = "toy",
        .self = w,
        .enabled = lts_enabled,
        .live = lts_live,
        .next = lts_next,
        .outcomes = lts_outcomes,
        .step = lts_step,
        .mark = lts_mark,
        .rewind = lts_rewind,
        .digest = lts_digest,
        .end = lts_end,
        .fault = lts_fault,
        .foresight = &foresight,
    };
}
