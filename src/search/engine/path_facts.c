/* path_facts.c - facts of the path that policies need. */
#include "search/engine/path_facts.h"

#include "model/preemption.h"
#include "search/engine/engine_state.h"
#include "search/engine/state_matching.h"

static void note_moves(struct engine *e)
{
    struct path_facts *k = &e->path_facts.at[e->depth];
    k->mover = (uint16_t)e->at.mover;
    k->moved = e->at.moved;
    k->variable = e->path_facts.variable;
}

void path_facts_performing(struct engine *e, tid t)
{
    e->path_facts.variable = profile_key(e->lts, t);
}

/* A decision for t at the node before: who takes part in preemptions, and at which variables they are. */
static void involve(struct engine *e, struct path_facts *k, tid t)
{
    const struct path_facts *before = k - 1;
    bool preempted = t != before->mover && before->preemptible;
    k->involved = before->involved;
    k->chosen = before->chosen;
    if (!preempted)
        return;
    k->involved |= threadset_of(t) | threadset_of(before->mover);
    if (!path_facts_has_chosen(e, before, before->variable))
        k->chosen = (uint32_t)e->depth;
}

bool path_facts_has_chosen(const struct engine *e, const struct path_facts *k, uint64_t variable)
{
    for (uint32_t i = k->chosen; i != 0; i = e->path_facts.at[i - 1].chosen)
        if (e->path_facts.at[i - 1].variable == variable)
            return true;
    return false;
}

void path_facts_node(struct engine *e)
{
    note_moves(e);
    e->path_facts.at[e->depth].preemptible = can_be_preempted(e->lts, e->at.enabled, e->at.mover);
}

void path_facts_arrive(struct engine *e)
{
    struct path_facts *k = &e->path_facts.at[e->depth];
    note_moves(e);
    k->left = false;
    if (e->depth == 0) {
        k->switches = k->run = k->chosen = 0;
        k->involved = NO_THREADS;
        for (unsigned i = 0; i < MAX_BOUNDS; i++)
            k->cost[i] = 0;
        return;
    }
    const struct path_facts *before = k - 1;
    const struct node *n = &e->nodes[e->depth - 1];
    const struct wire_decision *last = &e->path[e->depth - 1];
    bool same = e->depth > 1 && last[-1].thread == last->thread;
    k->switches = before->switches + (e->depth > 1 && !same);
    k->run = same ? before->run + 1 : 1;
    e->depth--; /* costs are asked for at the node where the decision was made */
    for (unsigned i = 0; i < e->bounds.count; i++)
        k->cost[i] = before->cost[i] + e->bounds.each[i].bound->cost(e, n, last->thread);
    e->depth++;
    if (e->bounds.involves)
        involve(e, k, last->thread);
}

void path_facts_leave(struct engine *e)
{
    struct path_facts *k = &e->path_facts.at[e->depth];
    if (!e->bounds.marks_done)
        return;
    if (!k->left)
        matching_done(e, e->nodes[e->depth].mark.digest);
    else if (e->depth > 0)
        k[-1].left = true;
}
