/* pairwise_rules.c - ways of a pair of threads, by either rule. */
#include "pairwise_rules.h"

#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"

enum { MOST_WAYS = 3000, MOST_STEPS = 2000, MOST_WORK = 50000 };

void answer_open(struct answer *a)
{
    memset(a, 0, sizeof *a);
    a->ways = malloc(MOST_WAYS * sizeof *a->ways);
    if (!a->ways)
        abort();
}

void answer_close(struct answer *a)
{
    free(a->ways);
    state_set_free(&a->reached);
    state_set_free(&a->ended);
    state_set_free(&a->deadlocked);
}

void add_way(struct answer *a, const struct wire_decision *decisions, uint64_t length)
{
    if (a->way_count == MOST_WAYS || length > MOST_NODES) {
        a->too_large = true;
        return;
    }
    struct way *w = &a->ways[a->way_count++];
    memset(w, 0, sizeof *w);
    w->length = (uint16_t)length;
    memcpy(w->decisions, decisions, length * sizeof *decisions);
}

int compare_ways(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct way));
}

void sort_ways(struct answer *a)
{
    unsigned kept = 0;
    qsort(a->ways, a->way_count, sizeof *a->ways, compare_ways);
    for (unsigned i = 0; i < a->way_count; i++)
        if (kept == 0 || compare_ways(&a->ways[kept - 1], &a->ways[i]) != 0)
            a->ways[kept++] = a->ways[i];
    a->way_count = kept;
}

/* --- the rules ------------------------------------------------------------------------------------------------------ */

struct oracle_step {
    struct op op;
    tid       thread;
    threadset live; /* before it */
    unsigned  point;
};

struct oracle_node {
    struct toy_state state;
    threadset        enabled, chosen, explored;
    tid              mover;
    int              position;
};

enum { BEFORE_FIRST, ENTERING, INSIDE, OUTSIDE };

struct oracle {
    const struct question *q;
    struct answer         *a;
    struct oracle_node     nodes[MOST_NODES];
    struct wire_decision   path[MOST_NODES];
    struct oracle_step     steps[MOST_STEPS];
    unsigned               step_count;
    unsigned               work;   /* steps in all */
    unsigned               events; /* of E, in all */
    bool                   circles; /* a path has come back to where it was */
};

/* Where the path is. */
struct where {
    struct toy_state state;
    tid              mover;
    bool             entered, from_within;
};

static threadset live_threads(const struct toy_program *p, const struct toy_state *s)
{
    threadset live = 0;
    for (tid t = 0; t < p->threads; t++)
        if (s->thread[t].phase != TOY_ENDED && s->thread[t].phase != TOY_UNBORN)
            live |= threadset_of(t);
    return live;
}

static bool within(const struct question *q, const struct toy_state *s)
{
    unsigned pc = s->thread[q->T_i].pc;
    return threadset_has(live_threads(&q->program, s), q->T_i) && pc >= q->from && pc < q->to;
}

static int position(const struct question *q, const struct where *w)
{
    if (within(q, &w->state))
        return w->from_within ? INSIDE : ENTERING;
    return w->entered ? OUTSIDE : BEFORE_FIRST;
}

static threadset one_of(threadset enabled, tid first, tid second)
{
    tid t = threadset_has(enabled, first) ? first : threadset_has(enabled, second) ? second : threadset_first(enabled);
    return threadset_of(t);
}

/* Figure 2, lines 7 to 16; who cannot run is replaced as section B-6 of the authors' program has it. */
static threadset printed_rule(const struct question *q, int position, threadset enabled, tid T_cur)
{
    threadset both = threadset_of(q->T_i) | threadset_of(q->T_j), set = threadset_of(T_cur);
    if (T_cur == q->T_j && position == ENTERING)
        set = both;
    else if (T_cur == q->T_i && (position == ENTERING || position == INSIDE))
        set = both;
    set &= enabled;
    return set ? set : one_of(enabled, T_cur, q->T_i);
}

static threadset authors_rule(const struct question *q, int position, threadset enabled, tid T_cur)
{
    threadset both = threadset_of(q->T_i) | threadset_of(q->T_j);
    if (position == BEFORE_FIRST)
        return one_of(enabled, q->T_i, T_cur);
    if (position == OUTSIDE)
        return one_of(enabled, T_cur, q->T_i);
    return (enabled & both) == both ? both : one_of(enabled, q->T_i, q->T_i);
}

static threadset who_may_go_on(const struct question *q, int position, threadset enabled, tid T_cur)
{
    threadset printed = printed_rule(q, position, enabled, T_cur), own = authors_rule(q, position, enabled, T_cur);
    if (q->rule != WIRE_PAIR_BOTH)
        return q->rule == WIRE_PAIR_FIGURE2 ? printed : own;
    bool waits = !threadset_has(enabled, q->T_i);
    return printed | own | (waits ? enabled & threadset_of(q->T_j) : 0);
}

static bool synchronizes(const struct op *op)
{
    return op->kind >= OP_START && op->kind <= OP_SIGMASK;
}

/* Is there an edge from step a to the later step b? */
static bool edge(const struct oracle *o, unsigned a, unsigned b)
{
    const struct oracle_step *x = &o->steps[a], *y = &o->steps[b];
    if (x->thread == y->thread)
        return true;
    if (synchronizes(&x->op) && synchronizes(&y->op) && op_dependent(&x->op, &y->op))
        return true;
    return a + 1 < o->step_count && !threadset_has(x->live, y->thread) && threadset_has(o->steps[a + 1].live, y->thread);
}

/* What happens before the next step of t: all from which its last one, or its birth, can be reached. */
static void mark_past(const struct oracle *o, tid t, threadset live, bool past[MOST_STEPS])
{
    memset(past, 0, MOST_STEPS * sizeof *past);
    for (unsigned k = o->step_count; k-- > 0;) {
        threadset after = k + 1 < o->step_count ? o->steps[k + 1].live : live;
        bool born = !threadset_has(o->steps[k].live, t) && threadset_has(after, t);
        past[k] = o->steps[k].thread == t || born;
        if (past[k])
            break;
    }
    for (unsigned b = o->step_count; b-- > 0;)
        for (unsigned a = 0; past[b] && a < b; a++)
            past[a] |= edge(o, a, b);
}

static void add_alternatives(struct oracle *o, threadset live)
{
    static bool past[MOST_STEPS];
    const struct question *q = o->q;
    mark_past(o, q->T_i, live, past);
    for (unsigned k = 0; k < o->step_count; k++) {
        const struct oracle_step *s = &o->steps[k];
        bool event = op_traits[s->op.kind].lock != LOCK_NONE || s->op.kind == OP_JOIN;
        if (!event || past[k] || s->thread == q->T_i || s->thread == q->T_j)
            continue;
        o->events++;
        if (s->point == 0)
            continue;
        struct oracle_node *n = &o->nodes[s->point - 1];
        n->chosen |= n->enabled & threadset_of(s->thread);
        threadset others = n->enabled & ~n->chosen;
        if (threadset_size(n->chosen) < 2 && others)
            n->chosen |= one_of(others, q->T_i, q->T_j);
    }
}

/* T_i executes the first instruction of the fragment, or the path ends while it is about to. */
static void end_prefix(struct oracle *o, struct where *w)
{
    if (w->entered || !within(o->q, &w->state))
        return;
    w->entered = true;
    add_alternatives(o, live_threads(&o->q->program, &w->state));
}

/* One step; false: it has failed, or there is no room. */
static bool step(struct oracle *o, struct where *w, tid t, unsigned choice, unsigned depth)
{
    const struct toy_program *p = &o->q->program;
    if (t == o->q->T_i)
        end_prefix(o, w);
    if (o->step_count == MOST_STEPS || o->work++ == MOST_WORK) {
        o->a->too_large = true;
        return false;
    }
    o->steps[o->step_count++] =
        (struct oracle_step){.op = toy_op(p, &w->state, t), .thread = t, .live = live_threads(p, &w->state), .point = depth};
    if (t == o->q->T_i)
        w->from_within = within(o->q, &w->state);
    w->mover = t;
    bool went_on = toy_transition(p, &w->state, t, choice) != TOY_FAILED || p->assert_parks;
    if (went_on && !w->state.assumed && !w->state.quit)
        state_set_add(&o->a->reached, &w->state);
    return went_on;
}

/* Back on the path: who has moved since lets another one go on. */
static bool goes_round(struct oracle *o, const struct where *w, unsigned depth)
{
    int here = position(o->q, w);
    threadset moved = 0;
    for (unsigned i = depth; i-- > 0;) {
        moved |= threadset_of(o->path[i].thread);
        if (memcmp(&o->nodes[i].state, &w->state, sizeof w->state) != 0 || o->nodes[i].mover != w->mover || o->nodes[i].position != here)
            continue;
        o->circles = true;
        struct oracle_node *n = &o->nodes[depth - 1];
        threadset others = n->enabled & ~moved;
        if (others && !(others & n->chosen))
            n->chosen |= one_of(others, o->q->T_i, o->q->T_i);
        return true;
    }
    return false;
}

static void explore(struct oracle *o, struct where w, unsigned depth);

static void take(struct oracle *o, struct where w, unsigned depth, tid t, unsigned choice)
{
    unsigned steps = o->step_count;
    o->path[depth] = (struct wire_decision){(uint16_t)t, (uint16_t)choice};
    if (step(o, &w, t, choice, depth + 1))
        explore(o, w, depth + 1);
    else
        add_way(o->a, o->path, depth + 1);
    o->step_count = steps;
}

/* From a state that `depth` decisions lead to. */
static void explore(struct oracle *o, struct where w, unsigned depth)
{
    const struct toy_program *p = &o->q->program;
    threadset enabled;
    for (unsigned run = 0;; run++) {
        enabled = toy_enabled_set(p, &w.state);
        if (enabled == 0 || threadset_several(enabled) || toy_outcomes(p, &w.state, threadset_first(enabled)) > 1)
            break;
        o->a->too_large |= run >= LONG_RUN - 1;
        if (o->a->too_large)
            return;
        if (!step(o, &w, threadset_first(enabled), 0, depth)) {
            add_way(o->a, o->path, depth);
            return;
        }
    }
    if (enabled == 0) {
        enum lts_end end = toy_end(p, &w.state);
        if (end == LTS_ENDED)
            state_set_add(&o->a->ended, &w.state);
        if (end == LTS_RUNNING) {
            state_set_add(&o->a->deadlocked, &w.state);
            end_prefix(o, &w);
        }
        if (end != LTS_ASSUMED)
            add_way(o->a, o->path, depth);
        return;
    }
    if (goes_round(o, &w, depth)) {
        end_prefix(o, &w);
        return;
    }
    if (depth == MOST_NODES) {
        o->a->too_large = true;
        return;
    }
    struct oracle_node *n = &o->nodes[depth];
    *n = (struct oracle_node){.state = w.state, .enabled = enabled, .mover = w.mover, .position = position(o->q, &w)};
    n->chosen = who_may_go_on(o->q, n->position, enabled, w.mover);
    while (n->chosen & ~n->explored && !o->a->too_large) {
        tid t = threadset_first(n->chosen & ~n->explored);
        n->explored |= threadset_of(t);
        for (unsigned c = 0; c < toy_outcomes(p, &n->state, t) && !o->a->too_large; c++)
            take(o, w, depth, t, c);
    }
}

unsigned run_oracle(const struct question *q, struct answer *a, bool *circles)
{
    static struct oracle o;
    struct where w = {0};
    o.q = q;
    o.a = a;
    o.step_count = o.events = o.work = 0;
    o.circles = false;
    toy_start(&q->program, &w.state);
    explore(&o, w, 0);
    sort_ways(a);
    *circles = o.circles;
    return o.events;
}
