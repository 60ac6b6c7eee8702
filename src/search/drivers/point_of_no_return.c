/* point_of_no_return.c - the step of a schedule behind which no execution ends well any more.
 *
 * A depth-first search whose first path is the schedule comes back along it from its end, and explores what could have happened instead,
 * the latest first. The decision of the schedule at the node from which it first comes to an end without a fault is the one: everything
 * behind it was explored, and nothing there ends well. If it comes back to the root, no execution ends well at all.
 *
 * A path that comes back to a state from which the search is still looking says nothing yet of how it ends, and then nothing is decided.
 * Where more proves to be visible the search starts over. The schedule was made without that: it may not lead to its fault any more, and
 * then nothing is decided, either.
 */
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"

static void decide(struct engine *e, enum wire_fate_kind kind, uint64_t step)
{
    *e->report->fate = (struct wire_fate){kind, step};
    engine_halt(e, WIRE_PARTIAL);
}

/* The schedule's decision at n, which is on it. */
static bool follow(struct engine *e, struct node *n)
{
    const struct wire_decision *d = &e->config->schedule[e->depth];
    if (d->thread >= MAX_THREADS || !threadset_has(n->todo, d->thread))
        return false;
    n->thread = d->thread;
    n->todo &= ~threadset_of(d->thread);
    n->choices = (uint16_t)e->lts->outcomes(e->lts->self, d->thread);
    n->first = d->choice;
    n->choice = 0;
    return d->choice < n->choices;
}

/* Decisions that the path has in common with the schedule, from the start. */
static uint64_t followed(const struct engine *e)
{
    uint64_t i = 0;
    while (i < e->depth && i < e->config->schedule_count && e->path[i].thread == e->config->schedule[i].thread &&
           e->path[i].choice == e->config->schedule[i].choice)
        i++;
    return i;
}

static bool ends_well(const struct engine *e, enum arrival kind)
{
    return kind == ARRIVED_END && !lts_failed_end(e->lts);
}

static bool closes_circle(const struct engine *e, enum arrival kind)
{
    for (uint64_t i = 0; kind == ARRIVED_CHOICE && i < e->depth; i++)
        if (digest_equal(e->nodes[i].mark.digest, e->at.digest))
            return true;
    return kind == ARRIVED_LONG;
}

/* The first path has ended here: is it the schedule, with its fault? */
static bool went_astray(const struct engine *e, enum arrival kind)
{
    bool fails = kind == ARRIVED_FAULT || kind == ARRIVED_DEADLOCK || kind == ARRIVED_END;
    return e->depth != e->config->schedule_count || !fails || ends_well(e, kind);
}

/* Has the path come to what is not supported? It might have ended well. */
static bool is_cut(const struct engine *e, enum arrival kind)
{
    return kind == ARRIVED_FAULT && fault_cuts(e->lts->fault(e->lts->self));
}

/* One transition out of n. Is its state to be expanded? */
static bool advance(struct engine *e, struct node *n, bool there, bool behind)
{
    enum arrival kind = dfs_take(e, n, there);
    if (dfs_arrive(e, kind))
        return true;
    if (e->halted)
        ; /* and it is open what comes */
    else if (closes_circle(e, kind) || is_cut(e, kind) || (!behind && went_astray(e, kind)))
        decide(e, WIRE_FATE_UNKNOWN, 0);
    else if (ends_well(e, kind))
        decide(e, WIRE_FATE_STEP, followed(e));
    e->depth--;
    return false;
}

static void come_back(struct engine *e)
{
    bool there = true, behind = false;
    while (!e->halted) {
        struct node *n = &e->nodes[e->depth];
        behind |= e->depth == e->config->schedule_count;
        if (behind ? dfs_choose(e, n, &there) : follow(e, n)) {
            there = advance(e, n, there, behind);
            behind |= !there;
        } else if (!behind || e->depth == 0) {
            decide(e, behind ? WIRE_FATE_SEALED : WIRE_FATE_UNKNOWN, 0);
        } else {
            dfs_leave(e);
            e->depth--;
            there = false;
        }
    }
}

static void run(struct engine *e)
{
    if (dfs_arrive(e, engine_start(e)))
        come_back(e);
    if (e->verdict == WIRE_PARTIAL)
        engine_check_grown(e);
    if (e->grown)
        *e->report->fate = (struct wire_fate){WIRE_FATE_UNKNOWN, 0};
}

static const struct search_kind fate = {.name = "fate", .help = "finds the step behind which nothing ends well", .depth_first = true};

const struct search search_fate = {.is = &fate, .run = run};
