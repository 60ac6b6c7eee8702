/* refusal.c - combinations of parts of a search that are refused: unsound ones, and meaningless ones. */
#include "search/refusal.h"

static bool bounded_without_reduction(const struct search_config *c)
{
    for (unsigned i = 0; i < MAX_BOUNDS; i++)
        if (c->bounds[i].bound && !c->bounds[i].bound->takes_reduction)
            return true;
    return false;
}

/* A reduction is refused where it would lose what it claims to keep. */
static const char *refused_reduction(const struct search_config *c)
{
    const struct reduction *r = c->reduction;
    if (!r)
        return NULL;
    if ((r->needs & NEEDS_DEPTH_FIRST) && !c->search->is->depth_first)
        return "the reduction needs a depth-first search";
    if ((r->needs & NEEDS_EVERYTHING) && c->filter)
        return "the reduction would count as explored what the filter leaves out";
    if ((r->needs & NEEDS_EVERYTHING) && (c->backtracking || c->rb))
        return "the reduction would count as explored what early backtracking leaves out";
    if (!r->is->tries_all && c->max_depth != 0)
        return "of several equivalent paths the one that a reduction keeps may be the one that the depth limit cuts off";
    if ((r->needs & NEEDS_EVERYTHING) && c->bounds[0].bound)
        return "the reduction would count as explored what lies beyond the bound: use --reduction=spor or none";
    if (!r->is->tries_all && bounded_without_reduction(c))
        return "a reduction can be combined with no bound but --preemptions";
    if (c->livelock && !(r->keeps & KEEPS_LIVELOCKS))
        return "the reduction loses livelocks";
    if (c->races && !c->partly && r->keeps != 0 && !(r->keeps & KEEPS_RACES))
        return "the reduction loses data races: use --race=off, or --partly, which claims nothing";
    return NULL;
}

static const char *refused_future(const struct search_config *c)
{
    if (c->future && !(c->reduction && c->reduction->is->takes_future))
        return "--future is for reductions that go by it: --reduction=spor, sum, sum-plain, sum-sleep";
    if (c->filter && (!c->search->is->depth_first || c->search->is->composite))
        return "a filter leaves out transitions of a depth-first search: use --search=dfs";
    if (c->filter && (c->bounds[0].bound || c->max_depth != 0 || (c->rb && !c->rb_paper)))
        return "a bound says what lies within it, and so does --rb without --rb-paper; a filter leaves out some of that";
    if (c->filter && c->livelock)
        return "livelocks are looked for where everything is explored, and a filter leaves some of it out";
    return NULL;
}

static bool iterates(const struct search_config *c)
{
    for (unsigned i = 0; i < MAX_BOUNDS; i++)
        if (c->bounds[i].bound && c->bounds[i].to > c->bounds[i].from)
            return true;
    return false;
}

static const char *refused_bounds(const struct search_config *c)
{
    unsigned bounds = (c->max_depth != 0) + (c->rb && !c->rb_paper), in_all = bounds;
    for (unsigned i = 0; i < MAX_BOUNDS && c->bounds[i].bound; i++) {
        bounds += !bound_is_remembered(c->bounds[i].bound);
        in_all++;
    }
    if (bounds > NOTED_BOUNDS || in_all > MAX_BOUNDS)
        return "at most two bounds can be combined; the threshold of --rb is one, unless --rb-paper is given";
    if (iterates(c) && c->rb)
        return "a bound that is raised again and again does not go with --rb: states are left early with each of them";
    if (iterates(c) && c->restarts != RESTARTS_NONE)
        return "a bound that is raised again and again does not go with restarts: both say when the search begins anew";
    return NULL;
}

static const char *refused_rb(const struct search_config *c)
{
    const struct rb_tuple *rb = c->rb;
    if (!rb)
        return c->completion != COMPLETE_NOT ? "there is nothing to complete without --rb" : NULL;
    if (!c->search->is->takes_rb)
        return "early backtracking leaves a path, and this search does not follow one: use --search=dfs or mixed";
    const char *why = c->search->refuses_rb ? c->search->refuses_rb(c) : NULL;
    if (why)
        return why;
    if (rb->base == RB_SEQUENCE && c->restarts != RESTARTS_NONE && c->rb_states == 0 && c->rb_milliseconds == 0)
        return "an iteration that is restarted never ends by itself: --rb-states or --rb-time limits it";
    return NULL;
}

static const char *refused_sampling(const struct search_config *c)
{
    if (!c->search->is->samples)
        return NULL;
    if (c->order)
        return "a search that samples executions takes no order: chance decides";
    if (c->bounds[0].bound)
        return "a search that samples executions keeps to no bound but --depth";
    if (c->restarts != RESTARTS_NONE)
        return "a search that samples executions starts anew by itself: restarts are for other searches";
    return NULL;
}

static const char *refused_order(const struct search_config *c)
{
    bool follows = c->order && c->order->by_visited;
    if (c->then && (!follows || c->then->by_visited))
        return "of two orders the first must be visited: visited leaves the choice among equals to the other one";
    if (follows && c->reduction && (c->reduction->needs & NEEDS_NO_MATCHING))
        return "the order needs visited states, and the reduction stores none: use another --order";
    if (follows && c->jobs > 1)
        return "the order needs to know where transitions lead before other processes have explored them: not with several processes (-j)";
    return NULL;
}

static const char *refused_composite(const struct search_config *c)
{
    if (!c->search->is->composite)
        return NULL;
    if (c->order || c->rb || c->bounds[0].bound || c->max_depth || c->restarts != RESTARTS_NONE)
        return "the portfolio has parts of its own: orders, bounds, --rb and restarts are for other searches";
    if (c->livelock)
        return "livelocks are looked for on the path of a depth-first search: use --search=dfs";
    return NULL;
}

/* Parts that go by one path: a path that one process follows to its end. */
static const char *refused_jobs(const struct search_config *c)
{
    if (c->jobs <= 1)
        return NULL;
    if (!c->search->is->takes_jobs)
        return "several processes (-j) search depth first, by --search=portfolio, or sample executions";
    if (c->bounds[0].bound || (c->max_depth != 0 && !c->search->is->samples))
        return "a bound goes by the costs of one path: not with several processes (-j)";
    if (c->backtracking || c->filter)
        return "filters leave out what lies on the path of one process: not with several of them (-j)";
    if (c->rb && c->completion != COMPLETE_NOT)
        return "what early backtracking has left is known to the process that left it: --rb-complete is not for several of them (-j)";
    if (c->restarts != RESTARTS_NONE || c->runs > 1)
        return "restarts and --runs are searches one after the other: not with several processes (-j)";
    if (c->livelock)
        return "livelocks are looked for on the path of one process: not with several of them (-j)";
    if (c->reduction && c->reduction->keeps == 0)
        return "a reduction as it was printed is for comparing numbers: not with several processes (-j)";
    return NULL;
}

/* Not so searches that sample executions or go by pairs, which divide those. */
static bool divides_states(const struct search_kind *search)
{
    return search->takes_jobs && search->depth_first;
}

/* Finished states are known of such searches only: others can neither keep it nor tell of it. */
static bool finishes_states(const struct search_config *c)
{
    return divides_states(c->search->is) && !c->order && !c->rivals[0] && c->reduction && c->reduction->sharing;
}

/* Or states are claimed, one by one. */
static bool claims_states(const struct search_config *c)
{
    bool tries_all = !c->reduction || c->reduction->is->tries_all;
    return divides_states(c->search->is) && !c->rivals[0] && tries_all && !(c->order && c->order->by_visited);
}

static const char *refused_ranks(const struct search_config *c)
{
    if (c->ranks <= 1)
        return NULL;
    if (c->search->is->samples || (!finishes_states(c) && !claims_states(c)))
        return "machines (--mpi) tell each other what one of the reductions sum, sum-sleep and sum-plain has finished, depth first and in "
               "its own order; or divide a depth-first search without a reduction, but for --order=visited; or the seeds of --search=walk, "
               "pos or pct and of --runs: this search is for one machine";
    if (c->restarts != RESTARTS_NONE || c->runs > 1 || c->series)
        return "restarts are searches one after the other, and machines (--mpi) share one";
    if (c->bounds[0].bound || c->max_depth != 0)
        return "a bound goes by the costs of one path: not with several machines (--mpi)";
    if (c->rb || c->backtracking || c->filter || c->livelock || (c->reduction && c->reduction->keeps == 0))
        return "early backtracking, filters and --livelock go by the path of one process: not with several machines (--mpi)";
    return NULL;
}

static const char *refused_checkpoint(const struct search_config *c)
{
    if (!c->checkpoint_milliseconds)
        return NULL;
    if (c->search->is->samples)
        return "a search that samples executions has nothing finished that a checkpoint could keep: run it again with another --seed";
    if (!finishes_states(c))
        return "a checkpoint keeps what one of the reductions sum, sum-sleep and sum-plain has finished, depth first and in its own "
               "order: this search cannot be gone on with";
    if (c->restarts != RESTARTS_NONE || c->runs > 1 || c->series)
        return "restarts and --runs are searches one after the other, and a checkpoint is of one";
    return NULL;
}

/* Each of several must go with the rest. */
static const char *refused_rivals(const struct search_config *c)
{
    const char *why = NULL;
    for (unsigned i = 0; !why && i < MAX_RIVALS && c->rivals[i]; i++) {
        struct search_config one = *c;
        one.reduction = c->rivals[i];
        why = c->jobs < i + 2 ? "several reductions need as many processes side by side (-j N)" : refused_reduction(&one);
        why = why ? why : refused_jobs(&one);
    }
    return why;
}

/* A restart that makes the same decisions again finds the same again. */
static bool is_random(const struct search_config *c)
{
    return c->rb || (c->order && c->order->random) || (c->then && c->then->random) || c->search->is->random;
}

/* Combinations that have been held against the axioms (tests/model, tests/cli/test_weak_memory.sh), and no more. */
static const char *refused_weak(const struct search_config *c)
{
    if (!c->weak)
        return NULL;
    if (c->reduction && !c->reduction->is->takes_weak)
        return "with --memory-model=c11 what depends on what has a direction, which this reduction does not know: use --reduction=sum or "
               "none";
    if (c->search->is->composite || c->search->is == &search_kind_pairwise)
        return "--memory-model=c11 is not explored by searches that are made of several: use --search=dfs";
    if (c->ranks > 1 || c->checkpoint_milliseconds)
        return "--memory-model=c11 is explored on one machine, from its beginning to its end: not with --mpi or --checkpoint";
    if (c->jobs > 1 && !finishes_states(c))
        return "several processes (-j) explore --memory-model=c11 depth first, in the default order, with --reduction=sum, sum-plain or "
               "sum-sleep";
    if (c->filter || c->rb || c->restarts != RESTARTS_NONE || c->runs > 1 || c->series)
        return "--memory-model=c11 is explored once: not with filters, --rb, --restarts, --runs or --series";
    if (c->livelock)
        return "a thread that reads an old value again and again is no livelock, and --memory-model=c11 cannot tell: leave --livelock out";
    if (c->order && c->order->by_visited)
        return "--memory-model=c11 does not foresee where transitions lead: use another --order";
    return NULL;
}

const char *search_refusal(const struct search_config *c)
{
    const char *why = c->search->refuses ? c->search->refuses(c) : NULL;
    why = why ? why : refused_weak(c);
    why = why ? why : refused_reduction(c);
    why = why ? why : refused_future(c);
    why = why ? why : refused_bounds(c);
    why = why ? why : refused_sampling(c);
    why = why ? why : refused_order(c);
    why = why ? why : refused_composite(c);
    why = why ? why : refused_rb(c);
    why = why ? why : refused_jobs(c);
    why = why ? why : refused_rivals(c);
    why = why ? why : refused_checkpoint(c);
    why = why ? why : refused_ranks(c);
    if (why)
        return why;
    if (c->livelock && (c->search->is->queues || c->completion != COMPLETE_NOT))
        return "livelocks are looked for on the path of a depth-first search";
    if (c->restarts != RESTARTS_NONE && !is_random(c))
        return "a restart of a search without anything random in it finds the same again: use --order=random or --rb";
    if (c->restarts != RESTARTS_NONE && c->completion != COMPLETE_NOT)
        return "restarts forget what is to be completed";
    if (c->heuristic && !c->search->heuristics)
        return "a heuristic needs --search=best";
    return NULL;
}
