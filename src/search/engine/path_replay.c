/* path_replay.c - comes back to states whose paths are known, by making the decisions on them again. */
#include "search/engine/path_replay.h"

#include <string.h>

#include "base/text.h"
#include "search/engine/engine.h"
#include "search/engine/path_facts.h"
#include "search/engine/race_record.h"

uint32_t path_here(struct engine *e)
{
    struct path_tree *t = &e->path_tree;
    uint64_t depth = e->depth;
    while (depth > 0 && e->path_facts.at[depth].trail == 0)
        depth--;
    if (t->count + e->depth - depth > t->capacity) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return 0;
    }
    for (uint32_t parent = depth ? e->path_facts.at[depth].trail : 0; depth < e->depth; depth++) {
        t->steps[t->count] = (struct path_tree_step){parent, (uint32_t)depth + 1, e->path[depth]};
        e->path_facts.at[depth + 1].trail = parent = (uint32_t)t->count++;
    }
    return e->path_facts.at[e->depth].trail;
}

/* The path does not lead where it did before. A single depth-first search does not come back to states this way: a group leaves it to
 * its leader. */
static void lost(struct engine *e, tid t)
{
    if (e->team.as && e->team.as->one_path) {
        e->team.as->one_path(e);
        return;
    }
    struct fault f = {.kind = FAULT_DIVERGED, .thread = t};
    text_format(f.text, sizeof f.text, "%lu decisions lead to another state when they are made again", (unsigned long)e->depth);
    engine_found(e, &f);
    e->halted = true;
}

static void come_to_node(struct engine *e)
{
    if (e->path_facts.kept) {
        path_facts_arrive(e);
        path_facts_node(e);
    }
    engine_push(e);
    e->nodes[e->depth].todo = NO_THREADS;
}

/* One decision of the path that is being followed. */
static bool follow(struct engine *e)
{
    const struct wire_decision d = e->path[e->depth];
    enum arrival kind = engine_take(e, d.thread, d.choice, e->lts->outcomes(e->lts->self, d.thread));
    while (kind == ARRIVED_LONG)
        kind = engine_run_on(e);
    if (kind != ARRIVED_CHOICE) {
        if (!e->halted) /* neither by a limit nor because more proved to be visible */
            lost(e, d.thread);
        return false;
    }
    come_to_node(e);
    return true;
}

/* From the state of nodes[e->depth] by the decisions on e->path. */
static bool follow_to(struct engine *e, uint64_t depth, uint64_t state)
{
    struct wire_counters before = *e->counters;
    e->blind = true;
    while (e->depth < depth && follow(e))
        ;
    e->blind = false;
    e->counters->transitions = before.transitions;
    e->counters->max_depth = before.max_depth;
    e->counters->replayed += e->counters->steps - before.steps;
    e->counters->steps = before.steps;
    if (!e->halted && e->nodes[depth].mark.digest.lo != state)
        lost(e, depth > 0 ? e->path[depth - 1].thread : 0);
    return !e->halted;
}

bool path_go(struct engine *e, uint32_t where, uint64_t state)
{
    const struct path_tree_step *steps = e->path_tree.steps;
    uint64_t depth = steps[where].depth, common = depth;
    for (; common > e->depth || (common > 0 && e->path_facts.at[common].trail != where); common--, where = steps[where].parent) {
        e->path[common - 1] = steps[where].decision;
        e->path_facts.at[common].trail = where;
    }
    e->depth = common;
    engine_back(e, &e->nodes[common]);
    return follow_to(e, depth, state);
}

/* To the first choice point. */
static enum arrival start(struct engine *e)
{
    enum arrival kind = engine_start(e);
    while (kind == ARRIVED_LONG)
        kind = engine_run_on(e);
    return kind;
}

bool path_retrace(struct engine *e, uint64_t depth, uint64_t state)
{
    e->blind = true;
    enum arrival kind = start(e);
    e->blind = false;
    if (kind != ARRIVED_CHOICE) {
        if (!e->halted)
            lost(e, 0);
        return false;
    }
    come_to_node(e);
    return follow_to(e, depth, state);
}

static struct wire_decision *put_by(const struct engine *e, uint64_t depth)
{
    return e->path + e->max_nodes - depth;
}

bool path_put_by(struct engine *e)
{
    if (e->depth > e->max_nodes / 4)
        return false;
    memcpy(put_by(e, e->depth), e->path, e->depth * sizeof *e->path);
    return true;
}

/* The mark of the node that was come back to: what the way there has done was recorded when it was made first. */
static bool mark_anew(struct engine *e)
{
    struct node *n = &e->nodes[e->depth];
    race_record_skip(e);
    struct mark now = e->lts->mark(e->lts->self);
    bool same = digest_equal(now.digest, n->mark.digest);
    n->mark = now;
    return same;
}

bool path_come_back(struct engine *e, uint64_t depth)
{
    const struct wire_decision *next = put_by(e, depth);
    struct wire_counters before = *e->counters;
    void (*performing)(struct engine *e, tid t) = e->performing;
    e->performing = NULL;
    e->blind = true;
    enum arrival kind = start(e);
    bool same = true;
    while (kind == ARRIVED_CHOICE && (same = mark_anew(e)) && e->depth < depth) {
        const struct wire_decision d = *next++;
        kind = engine_take(e, d.thread, d.choice, e->lts->outcomes(e->lts->self, d.thread));
        while (kind == ARRIVED_LONG)
            kind = engine_run_on(e);
    }
    e->blind = false;
    e->performing = performing;
    e->counters->transitions = before.transitions;
    e->counters->replayed += e->counters->steps - before.steps;
    e->counters->steps = before.steps;
    if (e->halted || (kind == ARRIVED_CHOICE && same))
        return !e->halted;
    e->aside.lost = true;
    engine_start_over(e);
    return false;
}
