/* race_search.c - see race_search.h. */
#include "property/race_search.h"

#include <string.h>

enum { ASK_AGAIN = 1 << 12 };

/* What comes next at a state, in finish_order(): an edge, or that all, or none, of them were followed. */
enum { ORDER_FINISHED = UINT32_MAX - 1, ORDER_UNMET = UINT32_MAX };

/* A label makes an access, and who knows of it behind the label. */
struct race_seed {
    uint32_t next; /* of the same label; 0: none */
    uint32_t set, at;
    uint64_t bits, races; /* on the way there */
};

/* --- memory ----------------------------------------------------------------------------------------------------------- */

void race_search_close(struct race_search *s)
{
    race_knowers_close(&s->knowers);
}

static uint64_t bytes_of(const struct race_search *s)
{
    uint64_t states = (uint64_t)s->graph->state_count * (4 * sizeof *s->order + s->knowers.threads * sizeof *s->future);
    states += s->graph->edge_count * sizeof *s->steps;
    return race_knowers_bytes(&s->knowers) + states + s->node_count * sizeof *s->nodes + s->todos * sizeof *s->todo;
}

/* The asker is asked now and then whether the search goes on; this is called at every step. */
static bool goes_on(struct race_search *s)
{
    if (++s->asked % ASK_AGAIN == 0)
        s->stopped |= !s->asker->goes_on(s->asker->labels.self, bytes_of(s));
    return !s->stopped && !s->knowers.full;
}

/* --- the order of states ---------------------------------------------------------------------------------------------- */

/* Reachable states, in the order in which a depth-first search is finished with them, from 1 on: most transitions lead to an earlier one.
 * `heads` says of each what comes next there while it is on the path, `todo` holds the path. */
static void finish_order(struct race_search *s)
{
    const struct race_graph *g = s->graph;
    uint32_t *next = s->heads, *path = s->todo, depth = 0;
    for (uint32_t i = 0; i < g->state_count; i++)
        next[i] = ORDER_UNMET;
    next[RACE_NOWHERE] = ORDER_FINISHED;
    if (g->root == RACE_NOWHERE)
        return;
    path[depth++] = g->root;
    next[g->root] = g->states[g->root].edges;
    while (depth > 0) {
        uint32_t state = path[depth - 1], edge = next[state];
        if (edge == 0) {
            s->order[++s->ordered] = state;
            next[state] = ORDER_FINISHED;
            depth--;
            continue;
        }
        next[state] = g->edges[edge].next;
        uint32_t to = g->edges[edge].to;
        s->circles |= next[to] < ORDER_FINISHED;
        if (next[to] == ORDER_UNMET) {
            next[to] = g->states[to].edges;
            path[depth++] = to;
        }
    }
}

/* Transitions of one state lie together, in the order of states, and name states by their place in it. */
static void put_in_order(struct race_search *s)
{
    const struct race_graph *g = s->graph;
    uint32_t *place = s->heads, count = 0;
    place[RACE_NOWHERE] = RACE_NOWHERE;
    for (uint32_t i = 1; i <= s->ordered; i++) {
        place[s->order[i]] = i;
        s->first[i] = count;
        for (uint32_t e = g->states[s->order[i]].edges; e != 0; e = g->edges[e].next)
            s->steps[count++] = (struct race_step){.to = g->edges[e].to, .label = g->edges[e].label, .edge = e};
    }
    s->first[s->ordered + 1] = count;
    for (uint32_t i = 0; i < count; i++)
        s->steps[i].to = place[s->steps[i].to];
}

static const struct race_step *steps_of(const struct race_search *s, uint32_t state, const struct race_step **end)
{
    *end = s->steps + s->first[state + 1];
    return s->steps + s->first[state];
}

bool race_search_open(struct race_search *s, const struct race_graph *g, uint32_t labels, const struct race_asker *asker)
{
    *s = (struct race_search){.graph = g, .asker = asker};
    if (!race_knowers_open(&s->knowers, &asker->labels, labels))
        return false;
    uint64_t states = g->state_count, threads = s->knowers.threads;
    struct race_knowers *k = &s->knowers;
    s->order = race_array(k, states, sizeof *s->order);
    s->first = race_array(k, states + 1, sizeof *s->first);
    s->steps = race_array(k, g->edge_count, sizeof *s->steps);
    s->heads = race_array(k, states, sizeof *s->heads);
    s->future = race_array(k, states * threads, sizeof *s->future);
    s->now = race_array(k, threads, sizeof *s->now);
    s->nodes = race_array_of_most(k, sizeof *s->nodes, &s->most_nodes);
    s->todo = race_array_of_most(k, sizeof *s->todo, &s->most_todo);
    s->seeds = race_array_of_most(k, sizeof *s->seeds, &s->most_seeds);
    s->seeds_of = race_array(k, labels, sizeof *s->seeds_of);
    bool states_fit = s->order && s->first && s->steps && s->heads && s->future && s->now;
    if (states_fit && s->nodes && s->todo && s->seeds && s->seeds_of) {
        finish_order(s);
        put_in_order(s);
        return true;
    }
    race_search_close(s);
    return false;
}

/* --- backwards -------------------------------------------------------------------------------------------------------- */

static uint64_t *future_of(const struct race_search *s, uint32_t state)
{
    return s->future + (uint64_t)state * s->knowers.threads;
}

/* `now`: what each thread may do behind the label, and then before it. */
static void take_back(struct race_search *s, uint32_t label)
{
    const struct race_label *l = &s->knowers.labels[label];
    for (uint32_t i = l->count; i-- > 0;) {
        const struct race_op *op = &s->knowers.ops[l->first + i];
        if (op->kind >= RACE_ACCESS) {
            s->now[op->to] |= s->knowers.accesses[op->from].foes;
        } else if (op->kind == RACE_BORN) {
            s->now[op->from] |= s->now[op->to];
            s->now[op->to] = 0;
        }
    }
}

static bool foresee(struct race_search *s, uint32_t state)
{
    uint64_t *mine = future_of(s, state), more = 0;
    const struct race_step *end;
    for (const struct race_step *step = steps_of(s, state, &end); step < end; step++) {
        memcpy(s->now, future_of(s, step->to), s->knowers.threads * sizeof *s->now);
        take_back(s, step->label);
        for (uint32_t t = 0; t < s->knowers.threads; t++) {
            more |= s->now[t] & ~mine[t];
            mine[t] |= s->now[t];
        }
    }
    return more != 0;
}

/* What threads may come to conflict with, at all states; repeated until nothing changes. Where there are no circles one round is
 * enough: all that follows a state comes before it. */
static void look_ahead(struct race_search *s)
{
    memset(s->future, 0, (uint64_t)s->graph->state_count * s->knowers.threads * sizeof *s->future);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 1; i <= s->ordered && goes_on(s); i++)
            more |= foresee(s, i);
        more &= s->circles;
    }
}

/* Bits of accesses that somebody who does not know may conflict with. */
static uint64_t of_use(const struct race_search *s, uint32_t state, uint32_t set)
{
    const uint64_t *knows = race_set(&s->knowers, set), *future = future_of(s, state);
    uint64_t bits = 0;
    for (uint32_t t = 0; t < s->knowers.threads; t++)
        bits |= future[t] & ((uint64_t)race_knows(knows, t) - 1); /* without branches, which could not be predicted */
    return bits;
}

/* --- forwards --------------------------------------------------------------------------------------------------------- */

static void put_todo(struct race_search *s, uint32_t node)
{
    if (s->todos == s->most_todo)
        s->stopped = true;
    else
        s->todo[s->todos++] = node;
}

/* The node of the set, and the bits that no other one has already, with a part of it. */
static uint32_t look_up(struct race_search *s, const struct race_node *at, uint64_t *bits)
{
    for (uint32_t i = s->heads[at->state]; i != 0 && *bits != 0; i = s->nodes[i].next) {
        struct race_node *n = &s->nodes[i];
        if (n->set == at->set || race_subset(&s->knowers, n->set, at->set))
            *bits &= ~n->has;
        else if (race_subset(&s->knowers, at->set, n->set))
            n->due &= ~*bits;
        if (n->set == at->set)
            return i;
    }
    return 0;
}

/* The search comes to the state and set of `at` with the accesses `bits`. */
static void arrive(struct race_search *s, struct race_node at, uint64_t bits)
{
    if (at.state == RACE_NOWHERE || !(bits &= of_use(s, at.state, at.set)))
        return;
    uint32_t n = look_up(s, &at, &bits);
    if (bits == 0)
        return;
    if (n == 0) {
        if (s->node_count == s->most_nodes) {
            s->stopped = true;
            return;
        }
        n = s->node_count++;
        at.next = s->heads[at.state];
        s->nodes[n] = at;
        s->heads[at.state] = n;
    }
    struct race_node *node = &s->nodes[n];
    if (node->due == 0)
        put_todo(s, n);
    node->has |= bits;
    node->due |= bits;
}

static bool same_places(const struct race_search *s, struct race_pair a, struct race_pair b)
{
    const struct race_access *all = s->knowers.accesses;
    uint64_t a1 = all[a.first].deed.pc, a2 = all[a.second].deed.pc, b1 = all[b.first].deed.pc, b2 = all[b.second].deed.pc;
    return (a1 == b1 && a2 == b2) || (a1 == b2 && a2 == b1);
}

static void note_pair(struct race_search *s, struct race_pair p)
{
    for (uint32_t i = 0; i < s->pair_count; i++)
        if (same_places(s, s->pairs[i], p))
            return;
    if (s->pair_count < RACES_MOST)
        s->pairs[s->pair_count++] = p;
}

static void found(struct race_listener *l, uint64_t bits, uint32_t access)
{
    struct race_search *s = (struct race_search *)((char *)l - offsetof(struct race_search, listener));
    for (; bits != 0 && !s->tracing; bits &= bits - 1)
        note_pair(s, (struct race_pair){s->batch[__builtin_ctzll(bits)], access});
}

/* A race on the transition: which one is listed, or where it is kept. */
static void hit(struct race_search *s, const struct race_node *how, const uint64_t *set, uint32_t label, uint32_t from, tid owner,
                uint64_t bits)
{
    if (s->tracing && s->hit.edge == 0)
        s->hit = *how;
    if (!s->tracing)
        race_list(&s->knowers, set, label, from, owner, bits, &s->listener);
}

static void follow_for(struct race_search *s, uint32_t n, const struct race_step *step, tid owner, uint64_t bits)
{
    uint32_t set = s->nodes[n].set;
    uint64_t races;
    struct race_node at = {.state = step->to, .before = n, .origin = s->nodes[n].state, .edge = step->edge};
    at.set = race_after(&s->knowers, set, step->label, owner, &races);
    if (races & bits)
        hit(s, &at, race_set(&s->knowers, set), step->label, 0, owner, races & bits);
    arrive(s, at, bits);
}

static uint64_t owned(const struct race_search *s, tid t, uint64_t bits)
{
    uint64_t some = 0;
    for (; bits != 0; bits &= bits - 1)
        if (s->knowers.accesses[s->batch[__builtin_ctzll(bits)]].deed.thread == t)
            some |= bits & -bits;
    return some;
}

static void follow(struct race_search *s, uint32_t n, const struct race_step *step, uint64_t bits)
{
    if (!s->knowers.labels[step->label].births) {
        follow_for(s, n, step, 0, bits);
        return;
    }
    for (tid t = 0; t < s->knowers.threads; t++) {
        uint64_t some = owned(s, t, bits);
        if (some)
            follow_for(s, n, step, t, some);
    }
}

/* --- where accesses are made ------------------------------------------------------------------------------------------ */

static void make_seed(struct race_search *s, uint32_t label, uint32_t at, uint64_t bits)
{
    if (s->seed_count == s->most_seeds) {
        s->stopped = true;
        return;
    }
    struct race_seed seed = {.next = s->seeds_of[label], .at = at, .bits = bits};
    seed.set = race_after_access(&s->knowers, label, at, &seed.races);
    s->seeds[s->seed_count] = seed;
    s->seeds_of[label] = s->seed_count++;
}

static void make_seeds(struct race_search *s)
{
    s->seed_count = 1;
    for (uint32_t label = 0; label < s->knowers.label_count; label++) {
        const struct race_label *l = &s->knowers.labels[label];
        s->seeds_of[label] = 0;
        for (uint32_t i = 0; i < l->count; i++) {
            const struct race_op *op = &s->knowers.ops[l->first + i];
            if (op->kind == RACE_ACCESS && s->knowers.accesses[op->from].bits != 0)
                make_seed(s, label, i, s->knowers.accesses[op->from].bits);
        }
    }
}

static void sow(struct race_search *s, uint32_t state, const struct race_step *step, const struct race_seed *seed)
{
    const struct race_op *op = &s->knowers.ops[s->knowers.labels[step->label].first + seed->at];
    struct race_node at = {.state = step->to, .set = seed->set, .origin = state, .edge = step->edge};
    uint64_t bits = seed->bits & s->wanted;
    if (bits == 0)
        return;
    if (seed->races & bits) {
        uint64_t alone[RACE_MOST_WORDS] = {0};
        alone[op->to / 64] |= (uint64_t)1 << op->to % 64;
        hit(s, &at, alone, step->label, seed->at + 1, (tid)op->to, seed->races & bits);
    }
    arrive(s, at, bits);
}

/* Accesses that transitions from the state make. */
static void sow_at(struct race_search *s, uint32_t state)
{
    const struct race_step *end;
    for (const struct race_step *step = steps_of(s, state, &end); step < end; step++)
        for (uint32_t seed = s->seeds_of[step->label]; seed != 0; seed = s->seeds[seed].next)
            sow(s, state, step, &s->seeds[seed]);
}

/* What is asked of the states that the next nodes' transitions lead to. */
static void fetch_ahead(const struct race_search *s, uint64_t at)
{
    const struct race_step *end;
    if (at >= s->todos)
        return;
    for (const struct race_step *step = steps_of(s, s->nodes[s->todo[at]].state, &end); step < end; step++) {
        __builtin_prefetch(future_of(s, step->to));
        __builtin_prefetch(&s->heads[step->to]);
    }
}

/* All pairs of states and sets, breadth first, until the one race that is wanted is hit. */
static void go_forward(struct race_search *s)
{
    memset(s->heads, 0, s->graph->state_count * sizeof *s->heads);
    s->node_count = 1;
    s->todos = 0;
    s->hit = (struct race_node){0};
    for (uint32_t i = s->ordered; i > 0 && goes_on(s); i--)
        sow_at(s, i);
    for (uint64_t at = 0; at < s->todos && goes_on(s) && s->hit.edge == 0; at++) {
        uint32_t n = s->todo[at];
        uint64_t bits = s->nodes[n].due;
        const struct race_step *end;
        fetch_ahead(s, at + 2);
        s->nodes[n].due = 0;
        for (const struct race_step *step = steps_of(s, s->nodes[n].state, &end); step < end && bits != 0; step++)
            follow(s, n, step, bits);
    }
}

/* --- batches ---------------------------------------------------------------------------------------------------------- */

static void clear_bits(struct race_search *s)
{
    for (uint32_t a = 0; a < s->knowers.access_count; a++)
        s->knowers.accesses[a].bits = s->knowers.accesses[a].foes = 0;
    s->batch_count = 0;
    race_knowers_forget(&s->knowers);
}

/* The other one becomes a foe of the next bit, which stands for the access, if the two conflict. */
static void hold_against(struct race_search *s, uint32_t access, uint32_t other)
{
    struct race_access *a = &s->knowers.accesses[access], *b = &s->knowers.accesses[other];
    uint64_t bit = (uint64_t)1 << s->batch_count;
    if (race_is_wanted(&s->knowers, a, b))
        b->foes |= bit;
}

static void add_to_batch(struct race_search *s, uint32_t access)
{
    s->knowers.accesses[access].bits |= (uint64_t)1 << s->batch_count;
    s->batch[s->batch_count++] = access;
}

static void look_at_batch(struct race_search *s)
{
    make_seeds(s);
    look_ahead(s);
    s->wanted = ~(uint64_t)0;
    go_forward(s);
}

bool race_search_run(struct race_search *s)
{
    uint32_t count = s->knowers.access_count;
    s->listener.found = found;
    clear_bits(s);
    for (uint32_t a = 0; a < count && goes_on(s); a++) {
        if (!s->knowers.accesses[a].conflicts)
            continue;
        for (uint32_t b = s->knowers.accesses[a].near; b != a; b = s->knowers.accesses[b].near)
            hold_against(s, a, b);
        add_to_batch(s, a);
        if (s->batch_count == 64) {
            look_at_batch(s);
            clear_bits(s);
        }
    }
    if (s->batch_count > 0)
        look_at_batch(s);
    return goes_on(s);
}

/* --- paths ------------------------------------------------------------------------------------------------------------ */

/* The transition by which a shortest path from the root comes to each state. */
static void find_parents(struct race_search *s)
{
    const struct race_graph *g = s->graph;
    uint64_t count = 0;
    s->todo[count++] = g->root;
    s->parent[g->root] = g->root;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t state = s->todo[i];
        for (uint32_t e = g->states[state].edges; e != 0; e = g->edges[e].next) {
            uint32_t to = g->edges[e].to;
            if (to == RACE_NOWHERE || s->parent[to] != 0)
                continue;
            s->parent[to] = state;
            s->via[to] = e;
            s->todo[count++] = to;
        }
    }
}

/* Decisions are put down from the end of the room, the last one first. */
static bool put_before(const struct race_graph *g, uint32_t edge, struct race_decision *path, uint64_t *at)
{
    const struct race_edge *e = &g->edges[edge];
    if (e->thread == RACE_NO_THREAD)
        return true;
    if (*at == 0)
        return false;
    path[--*at] = (struct race_decision){e->thread, e->choice};
    return true;
}

/* The index of the path's first decision; `room`: it is too long, or leads nowhere. */
static uint64_t path_to_hit(const struct race_search *s, struct race_decision *path, uint64_t room)
{
    uint64_t at = room;
    struct race_node n = s->hit;
    bool fits = n.edge != 0 && put_before(s->graph, n.edge, path, &at);
    while (fits && n.before != 0) {
        n = s->nodes[n.before];
        fits = put_before(s->graph, n.edge, path, &at);
    }
    for (uint32_t state = s->order[n.origin]; fits && state != s->graph->root; state = s->parent[state])
        fits = s->parent[state] != 0 && put_before(s->graph, s->via[state], path, &at);
    return fits ? at : room;
}

/* Paths of up to 64 races are shown, from race number `from` on. */
static bool show_batch(struct race_search *s, uint32_t from, struct race_decision *path, uint64_t room, race_shown *show)
{
    clear_bits(s);
    for (uint32_t i = from; i < s->pair_count && i < from + 64; i++) {
        s->knowers.accesses[s->pairs[i].second].foes |= (uint64_t)1 << s->batch_count;
        add_to_batch(s, s->pairs[i].first);
    }
    make_seeds(s);
    look_ahead(s);
    for (unsigned i = 0; i < s->batch_count && goes_on(s); i++) {
        s->wanted = (uint64_t)1 << i;
        go_forward(s);
        uint64_t at = path_to_hit(s, path, room);
        if (at == room)
            return false;
        show(s->asker->labels.self, path + at, room - at);
    }
    return goes_on(s);
}

bool race_search_paths(struct race_search *s, struct race_decision *path, uint64_t room, race_shown *show)
{
    bool done = true;
    if (s->pair_count == 0)
        return true;
    s->parent = race_array(&s->knowers, s->graph->state_count, sizeof *s->parent);
    s->via = race_array(&s->knowers, s->graph->state_count, sizeof *s->via);
    if (!s->parent || !s->via)
        return false;
    find_parents(s);
    s->tracing = true;
    for (uint32_t i = 0; i < s->pair_count && done; i += 64)
        done = show_batch(s, i, path, room, show);
    return done;
}
