/* reduced.c - between a depth-first search and its reduction: what happened, in the reduction's words. */
#include "search/engine/reduced.h"

#include <stddef.h>

#include "search/engine/endless.h"
#include "search/engine/engine.h"
#include "search/engine/try_step.h"

/* The last choice point on the path is the one at `depth`. */
static struct reducing *now(struct engine *e, uint64_t depth)
{
    struct reducing *r = &e->reducing;
    r->depth = depth;
    r->moved = e->at.moved;
    r->mover = e->at.mover;
    return r;
}

static bool look(struct reducing *r, tid t, struct digest *to)
{
    struct engine *e = (struct engine *)((char *)r - offsetof(struct engine, reducing));
    const struct node *n = &e->nodes[e->depth];
    engine_back(e, n);
    bool arrived = e->lts->outcomes(e->lts->self, t) == 1 && try_step(e, n, t, 0, 1, true, to);
    now(e, e->depth);
    return arrived;
}

/* Where it is asked what there is, or what was done, on every way to a state, they never may; nor where what is finished is kept for later,
 * or told to other machines. */
bool reduced_may_leave_unread(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool asks_more = c->livelock || e->labelled || c->weak || e->lts->end_looks || c->every_step;
    bool told = c->ranks > 1 || c->checkpoint_milliseconds || e->report->keeper;
    return c->matching != WIRE_MATCH_ALL && e->reduction && e->reduction->covered && e->lts->reading && !asks_more && !told;
}

static const struct lts_reading *reading_of(const struct engine *e)
{
    bool wanted = e->config->matching == WIRE_MATCH_READ || e->unread.pays;
    return wanted && reduced_may_leave_unread(e) ? e->lts->reading : NULL;
}

bool reduced_open(struct engine *e)
{
    struct reducing *r = &e->reducing;
    bool shared = e->parallel && e->parallel->shares_facts(e->config, e->reduction);
    if (r->by != e->reduction || r->shared != shared)
        reduced_close(e);
    r->lts = e->lts;
    r->look = look;
    r->visited = &e->visited;
    r->nodes = e->nodes;
    r->ahead = e->successors.to;
    r->variant = e->config->variant;
    r->future = e->config->future;
    r->fair = e->config->livelock;
    r->bounded = e->bounds.count > 0;
    r->by = e->reduction;
    r->shared = shared;
    r->reading = reading_of(e);
    if (r->self || !e->reduction->open)
        return true;
    r->self = e->reduction->open(e->max_nodes);
    return r->self && (!shared || e->reduction->sharing->share(r->self));
}

void reduced_close(struct engine *e)
{
    struct reducing *r = &e->reducing;
    if (r->self)
        r->by->close(r->self);
    *r = (struct reducing){0};
}

void reduced_forget(struct engine *e)
{
    struct reducing *r = &e->reducing;
    r->covered = r->pruned = r->retraversed = r->executions = r->given_up = 0;
    r->partial = r->full = false;
    r->reading = reading_of(e);
    if (r->handed_over)
        r->by->sharing->begin_again(r->self);
    else if (r->by->reset)
        r->by->reset(r->self);
}

static void look_for_room(struct engine *e)
{
    if (e->reducing.full)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

threadset reduced_likely(struct engine *e)
{
    threadset likely = e->reduction->likely ? e->reduction->likely(now(e, e->depth)) : NO_THREADS;
    return e->reduction->likely && !e->config->order ? likely : e->nodes[e->depth].enabled;
}

threadset reduced_enter(struct engine *e)
{
    threadset wanted = e->reduction->enter(now(e, e->depth));
    look_for_room(e);
    return wanted;
}

threadset reduced_more(struct engine *e)
{
    return e->reduction->more ? e->reduction->more(now(e, e->depth)) : NO_THREADS;
}

tid reduced_prefer(struct engine *e, threadset candidates)
{
    return e->reduction->prefer ? e->reduction->prefer(now(e, e->depth), candidates) : threadset_first(candidates);
}

void reduced_performing(struct engine *e, tid t)
{
    if (e->depth > 0) /* else there is no choice point yet */
        e->reduction->performing(now(e, e->depth - 1), t);
}

static enum led led_to(enum arrival kind, enum met met)
{
    switch (kind) {
    case ARRIVED_CHOICE: return met == MET_KNOWN ? LED_BACK : LED_ON;
    case ARRIVED_END:
    case ARRIVED_DEADLOCK: return LED_END;
    case ARRIVED_FAULT: return LED_FAULT;
    case ARRIVED_ASSUMED: return LED_AWAY;
    default: return LED_ROUND;
    }
}

void reduced_arrived(struct engine *e, enum arrival kind, enum met met)
{
    if (e->depth == 0 || e->halted || !e->reduction->arrived)
        return;
    struct reducing *r = now(e, e->depth - 1);
    r->at = e->at.digest;
    e->reduction->arrived(r, led_to(kind, met));
    look_for_room(e);
}

bool reduced_covered(struct engine *e)
{
    if (!e->reducing.reading || lts_stuck_threads(e->lts) || !e->reduction->covered(now(e, e->depth)))
        return false;
    e->reducing.covered++;
    e->counters->states--;
    e->counters->revisits++;
    return true;
}

bool reduced_foreseen(struct engine *e, tid t, struct digest to)
{
    uint32_t tag;
    struct reducing *r = now(e, e->depth);
    bool known = visited_look(&e->visited, to, &tag) || (r->facts && e->reduction->sharing->finished_elsewhere(r, to, &tag));
    return known && e->reduction->foreseen(r, t, tag);
}

void reduced_tried(struct engine *e, tid t)
{
    if (e->reduction->tried)
        e->reduction->tried(now(e, e->depth), t);
}

void reduced_leave(struct engine *e)
{
    if (e->reduction->leave)
        e->reduction->leave(now(e, e->depth));
    if (!e->reducing.endless || e->halted)
        return;
    e->reducing.endless = false;
    engine_back(e, &e->nodes[e->depth]);
    endless_judge(e);
}
