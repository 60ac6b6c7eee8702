/* census.c - a census of the state space: how many of the states that are reached are errors, how many paths end in one, and how long
 * those paths are (section 5.1.1 of Parížek, Lhoták, "Fast Detection of Concurrency Errors by State Space Traversal with Randomization
 * and Early Backtracking").
 *
 * The search is depth first, in a random order, and goes on after an error if it is told to (all_faults). A path ends at an end of the
 * program, at a known state or at an error, and so does the next one, which begins where the last one left the path. Everything is
 * counted as often as it is reached: nothing is removed because it was there before. As in the paper every n-th state is sampled besides,
 * n being the states visited so far, divided by 1000 and rounded up.
 *
 * A search that comes to its end has taken every transition once. So the numbers of states reached (transitions, and 1 for the root), of
 * errors among them, of paths (what was reached and not expanded) and of those that end in an error are the program's: no order changes
 * them. The lengths are those of the paths that this order has taken.
 *
 * An end with a status other than 0 may be an error only because others have 0 (lts.h: failed). That shows later, so such ends are counted
 * by themselves.
 */
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"

enum { SAMPLES = 1000 }; /* the states visited so far, divided by this: which state is the next sample */

enum fate { GOES_ON, ENDS, FAILS /* perhaps */, ERRS };

static void add_length(struct wire_lengths *l, uint64_t length)
{
    l->least = l->count == 0 || length < l->least ? length : l->least;
    l->most = length > l->most ? length : l->most;
    l->sum += length;
    l->squares += (unsigned __int128)length * length;
    l->count++;
}

static void add(struct wire_tally *t, enum fate fate, bool error, uint64_t length)
{
    t->states++;
    t->error_states += error;
    t->paths += fate != GOES_ON;
    if (fate == ERRS)
        add_length(&t->errors, length);
    if (fate == FAILS)
        add_length(&t->failed, length);
}

static void count(struct engine *e, struct wire_census *c, enum fate fate, bool error)
{
    uint64_t every = (e->counters->states + SAMPLES - 1) / SAMPLES;
    add(&c->all, fate, error, e->depth);
    if (++c->unsampled < every)
        return;
    c->unsampled = 0;
    add(&c->sampled, fate, error, e->depth);
}

/* Has the program ended with a status other than 0? */
static bool has_failed(const struct engine *e, enum arrival kind)
{
    const struct lts *l = e->lts;
    return kind == ARRIVED_END && lts_failed_end(l);
}

/* Is the state arrived at to be expanded? `errors`: met before the way to it. Threads that wait for ever while others go on are an error
 * of a state that may well be expanded. */
static bool arrive(struct engine *e, struct wire_census *c, uint64_t errors, enum arrival kind)
{
    if (kind == ARRIVED_LONG)
        kind = engine_pass_long(e, kind);
    bool expanded = dfs_arrive(e, kind);
    bool error = kind == ARRIVED_DEADLOCK || e->errors != errors;
    if (kind == ARRIVED_HALT || (e->halted && !error))
        return expanded; /* by a limit: where the path would have led is not known */
    count(e, c, expanded ? GOES_ON : error ? ERRS : has_failed(e, kind) ? FAILS : ENDS, error);
    return expanded;
}

static void traverse(struct engine *e, struct wire_census *c)
{
    uint64_t errors = e->errors;
    bool there = arrive(e, c, errors, engine_start(e));
    if (!there)
        return;
    while (!e->halted) {
        struct node *n = &e->nodes[e->depth];
        errors = e->errors;
        if (dfs_choose(e, n, &there)) {
            there = arrive(e, c, errors, dfs_take(e, n, there));
            e->depth -= !there;
        } else if (e->depth == 0) {
            return;
        } else {
            e->depth--;
            there = false;
        }
    }
}

static void run(struct engine *e)
{
    struct wire_census nobodys, *c = e->report->census ? e->report->census : &nobodys;
    const struct search_config *asked = e->config;
    struct search_config config = *asked;
    config.order = asked->order ? asked->order : &order_random;
    *c = (struct wire_census){0};
    e->config = &config;
    traverse(e, c);
    e->config = asked;
}

static const char *refuses(const struct search_config *c)
{
    if (c->reduction && !c->reduction->is->tries_all)
        return "a census counts every transition, and a reduction leaves transitions out: use --reduction=none";
    if (c->bounds[0].bound || c->max_depth != 0)
        return "a census counts every path, and a bound cuts paths off";
    if (c->restarts != RESTARTS_NONE)
        return "a census counts every transition once, and a restart takes transitions again";
    if (c->livelock)
        return "livelocks are looked for by a depth-first search that explores everything: use --search=dfs";
    return NULL;
}

const struct search search_census = {.is = &search_kind_census, .run = run, .refuses = refuses, .counts = true};
