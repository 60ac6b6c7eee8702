/* fair_cycles.c - see fair_cycles.h. */
#include "property/fair_cycles.h"

#include "base/reserve.h"

enum { BUCKETS = 1 << 20 };

/* --- memory ----------------------------------------------------------------------------------------------------------- */

static uint32_t room_for(size_t bytes, size_t size)
{
    return bytes / size < UINT32_MAX ? (uint32_t)(bytes / size) - 1 : UINT32_MAX - 1;
}

bool fair_open(struct fair_cycles *g)
{
    g->state_bytes = g->edge_bytes = g->queue_bytes = g->walk_bytes = reserve_machine();
    g->bucket_bytes = BUCKETS * sizeof *g->buckets;
    g->states = reserve(&g->state_bytes, 1 << 20);
    g->edges = reserve(&g->edge_bytes, 1 << 20);
    g->queue = reserve(&g->queue_bytes, 1 << 20);
    g->walk = reserve(&g->walk_bytes, 1 << 20);
    g->buckets = reserve(&g->bucket_bytes, g->bucket_bytes);
    uint32_t queued = room_for(g->queue_bytes, sizeof *g->queue);
    g->state_room = room_for(g->state_bytes, sizeof *g->states);
    g->state_room = g->state_room < queued ? g->state_room : queued;
    g->edge_room = room_for(g->edge_bytes, sizeof *g->edges);
    g->walk_room = room_for(g->walk_bytes, sizeof *g->walk);
    if (g->states && g->edges && g->queue && g->walk && g->buckets)
        return true;
    fair_close(g);
    return false;
}

void fair_close(struct fair_cycles *g)
{
    reserve_release(g->states, g->state_bytes);
    reserve_release(g->edges, g->edge_bytes);
    reserve_release(g->queue, g->queue_bytes);
    reserve_release(g->walk, g->walk_bytes);
    reserve_release(g->buckets, g->bucket_bytes);
    *g = (struct fair_cycles){0};
}

static uint32_t *bucket(const struct fair_cycles *g, struct digest d)
{
    return &g->buckets[(d.lo ^ d.hi ^ (d.lo >> 32)) % BUCKETS];
}

void fair_clear(struct fair_cycles *g)
{
    for (uint32_t n = 1; n <= g->state_count; n++)
        *bucket(g, g->states[n].digest) = 0;
    g->state_count = g->edge_count = g->walk_count = g->most_states = g->most_edges = g->top = 0;
    g->full = false;
}

uint64_t fair_bytes(const struct fair_cycles *g)
{
    return g->most_states * (uint64_t)sizeof *g->states + g->most_edges * (uint64_t)sizeof *g->edges;
}

/* --- the path --------------------------------------------------------------------------------------------------------- */

/* 0: it is in no component that is not finished. */
static uint32_t find(const struct fair_cycles *g, struct digest d)
{
    uint32_t n = *bucket(g, d);
    while (n != 0 && !digest_equal(g->states[n].digest, d))
        n = g->states[n].next;
    return n;
}

static void see_lower(struct fair_state *s, uint32_t low)
{
    s->low = low < s->low ? low : s->low;
}

void fair_enter(struct fair_cycles *g, struct digest d)
{
    g->full |= g->state_count == g->state_room;
    if (g->full)
        return;
    uint32_t *first = bucket(g, d), n = ++g->state_count;
    g->most_states = n > g->most_states ? n : g->most_states;
    g->states[n] = (struct fair_state){.digest = d, .next = *first, .parent = g->top, .low = n, .entry = g->edge_count};
    *first = g->top = n;
}

void fair_took(struct fair_cycles *g, struct digest to, bool is_new, bool chose, const struct fair_edge *how)
{
    uint32_t target = is_new ? g->state_count + 1 : find(g, to);
    g->full |= g->edge_count == g->edge_room;
    if (g->full || g->top == 0 || target == 0)
        return;
    struct fair_state *s = &g->states[g->top];
    uint32_t n = ++g->edge_count;
    g->most_edges = n > g->most_edges ? n : g->most_edges;
    g->edges[n] = *how;
    g->edges[n].from = g->top;
    g->edges[n].to = target;
    g->edges[n].next = s->edges;
    g->edges[n].out = chose;
    s->edges = n;
    if (!is_new)
        see_lower(s, target);
}

/* The states of a component lie on top of each other, and each is the first of its bucket when those above it are gone. The transition
 * into it is the last one of the state before, and belongs to no component. */
static void pop_component(struct fair_cycles *g, uint32_t first)
{
    uint32_t entry = g->states[first].entry;
    for (; g->state_count >= first; g->state_count--)
        *bucket(g, g->states[g->state_count].digest) = g->states[g->state_count].next;
    g->edge_count = entry;
    if (g->top == 0)
        return;
    g->states[g->top].edges = g->edges[entry].next;
    g->edge_count--;
}

void fair_leave(struct fair_cycles *g)
{
    uint32_t n = g->top;
    if (g->full)
        return;
    g->top = g->states[n].parent;
    if (g->states[n].low == n)
        pop_component(g, n);
    else
        see_lower(&g->states[g->top], g->states[n].low);
}

/* --- components of what is left of one --------------------------------------------------------------------------------- */

/* Tarjan's algorithm once more, from one state, on transitions that are not out. A state's `turn` is when it was come to, `group` the
 * first state of its component that was, 0 as long as that is not finished; `via` is the transition that is looked at next, `below` the
 * state that it was come to from; the queue is the stack of states without a group. */
struct division {
    struct fair_cycles *g;
    uint32_t turns, stacked;
};

static void come_to(struct division *d, uint32_t n, uint32_t below)
{
    struct fair_state *s = &d->g->states[n];
    s->turn = s->low_left = ++d->turns;
    s->below = below;
    s->via = s->edges;
    d->g->queue[d->stacked++] = n;
}

/* The next state to be come to from n, or 0. */
static uint32_t onward(struct division *d, uint32_t n)
{
    struct fair_state *s = &d->g->states[n];
    while (s->via != 0) {
        const struct fair_edge *e = &d->g->edges[s->via];
        const struct fair_state *to = &d->g->states[e->to];
        s->via = e->next;
        if (e->out)
            continue;
        if (to->turn == 0)
            return e->to;
        if (to->group == 0 && to->turn < s->low_left)
            s->low_left = to->turn;
    }
    return 0;
}

static void close_group(struct division *d, uint32_t n)
{
    uint32_t last;
    do {
        last = d->g->queue[--d->stacked];
        d->g->states[last].group = n;
    } while (last != n);
}

static void divide_from(struct division *d, uint32_t n)
{
    struct fair_state *states = d->g->states;
    come_to(d, n, 0);
    while (n != 0) {
        uint32_t to = onward(d, n), below = states[n].below;
        if (to != 0) {
            come_to(d, to, n);
            n = to;
            continue;
        }
        if (states[n].low_left == states[n].turn)
            close_group(d, n);
        if (below != 0 && states[n].low_left < states[below].low_left)
            states[below].low_left = states[n].low_left;
        n = below;
    }
}

/* Components of the states from `first` on. */
static void divide(struct fair_cycles *g, uint32_t first)
{
    struct division d = {.g = g};
    for (uint32_t n = first; n <= g->state_count; n++)
        g->states[n].turn = g->states[n].group = 0;
    for (uint32_t n = first; n <= g->state_count; n++)
        if (g->states[n].turn == 0)
            divide_from(&d, n);
}

/* --- fairness --------------------------------------------------------------------------------------------------------- */

static uint32_t group_of(const struct fair_cycles *g, const struct fair_edge *e)
{
    return g->states[e->from].group == g->states[e->to].group ? g->states[e->from].group : 0;
}

/* Transitions of components that are finished have been forgotten: those behind the one into the first state are its component's. */
static struct fair_edge *edges_from(const struct fair_cycles *g, uint32_t first)
{
    return &g->edges[g->states[first].entry + 1];
}

/* What moves in each group, and what could. */
static void add_up(struct fair_cycles *g, uint32_t first)
{
    for (uint32_t n = first; n <= g->state_count; n++)
        g->states[n].moved = g->states[n].could = NO_THREADS;
    for (struct fair_edge *e = edges_from(g, first); e <= &g->edges[g->edge_count]; e++) {
        uint32_t group = group_of(g, e);
        e->out |= group == 0;
        if (!e->out) {
            g->states[group].moved |= e->moved;
            g->states[group].could |= e->could;
        }
    }
}

/* A group that is fair; 0: there is none. Of the others those transitions are out on which threads could move that do not. */
static uint32_t fair_group(struct fair_cycles *g, uint32_t first, bool *left)
{
    *left = false;
    for (struct fair_edge *e = edges_from(g, first); e <= &g->edges[g->edge_count]; e++) {
        const struct fair_state *group = &g->states[group_of(g, e)];
        threadset ignored = group->could & ~group->moved;
        if (!e->out && !threadset_any(ignored))
            return group_of(g, e);
        e->out |= threadset_meet(e->could, ignored);
        *left |= !e->out;
    }
    return 0;
}

/* --- a way around ----------------------------------------------------------------------------------------------------- */

/* What a walk looks for. */
struct goal {
    uint32_t  group; /* 0, or only transitions of this group are taken */
    uint32_t  into;  /* a transition to a state of this group, or 0, */
    uint32_t  to;    /* or to this state, or 0, */
    threadset moves; /* or on which one of these moves */
};

static bool is_goal(const struct fair_cycles *g, const struct fair_edge *e, const struct goal *by)
{
    return (by->into != 0 && g->states[e->to].group == by->into) || e->to == by->to || threadset_meet(e->moved, by->moves);
}

/* The transitions that led to the state `from` of this one, and it. */
static void append(struct fair_cycles *g, uint32_t start, uint32_t edge)
{
    uint32_t length = 1;
    for (uint32_t n = g->edges[edge].from; n != start; n = g->edges[g->states[n].via].from)
        length++;
    g->full |= length > g->walk_room - g->walk_count;
    if (g->full)
        return;
    g->walk_count += length;
    for (uint32_t i = g->walk_count, at = edge; length-- > 0; at = g->states[g->edges[at].from].via)
        g->walk[--i] = at;
}

/* The shortest way to the goal, breadth first, goes to the end of the walk. There is one. */
static void go_on(struct fair_cycles *g, uint32_t first, uint32_t start, const struct goal *by)
{
    uint32_t queued = 0;
    for (uint32_t n = first; n <= g->state_count; n++)
        g->states[n].turn = 0;
    g->queue[queued++] = start;
    g->states[start].turn = 1;
    for (uint32_t i = 0; i < queued; i++)
        for (uint32_t n = g->states[g->queue[i]].edges; n != 0; n = g->edges[n].next) {
            const struct fair_edge *e = &g->edges[n];
            if (by->group != 0 && (e->out || group_of(g, e) != by->group))
                continue;
            if (is_goal(g, e, by)) {
                append(g, start, n);
                return;
            }
            if (g->states[e->to].turn != 0)
                continue;
            g->states[e->to].turn = 1;
            g->states[e->to].via = n;
            g->queue[queued++] = e->to;
        }
}

static uint32_t end_of_walk(const struct fair_cycles *g, uint32_t start)
{
    return g->walk_count > 0 ? g->edges[g->walk[g->walk_count - 1]].to : start;
}

/* From the first state into the group, then by a transition of each thread that moves in it, and back. */
static void walk_round(struct fair_cycles *g, uint32_t first, uint32_t group)
{
    g->walk_count = 0;
    if (g->states[first].group != group)
        go_on(g, first, first, &(struct goal){.into = group});
    uint32_t start = end_of_walk(g, first), seen = g->walk_count;
    threadset missing = g->states[group].moved;
    while (threadset_any(missing) && !g->full) {
        go_on(g, first, end_of_walk(g, start), &(struct goal){.group = group, .moves = missing});
        for (; seen < g->walk_count; seen++)
            missing &= ~g->edges[g->walk[seen]].moved;
    }
    if (end_of_walk(g, start) != start && !g->full)
        go_on(g, first, end_of_walk(g, start), &(struct goal){.group = group, .to = start});
}

bool fair_found(struct fair_cycles *g)
{
    uint32_t first = g->top, group = 0;
    bool left = !g->full && first != 0 && g->states[first].low == first && g->edge_count > g->states[first].entry;
    while (left && group == 0) {
        divide(g, first);
        add_up(g, first);
        group = fair_group(g, first, &left);
    }
    if (group != 0)
        walk_round(g, first, group);
    return group != 0 && !g->full;
}
