/* pairs.c - --search=pairwise: one pair of threads after the other, each with a search of its own (pairwise.c), and several of them side by
 * side (-j).
 *
 * Pairs are ordered, and of threads by their numbers, which are their birth order as long as no number is used again. They are those of all
 * threads that were seen so far: an execution before the first pair shows most of them, and who is seen later appends pairs. What is
 * visible is found out once for all: when more proves to be visible all pairs begin anew with it.
 *
 * Where there is one thread only it is explored alone, as if it were both.
 *
 * A thread that never comes to the fragment in one of its pairs does so in none: until it does, who is second does not matter. Such pairs
 * count for nothing.
 *
 * The list lies where other processes see it: each takes the next pair that nobody has taken.
 */
#include "search/drivers/pairs.h"

#include "base/reserve.h"
#include "base/shared_word.h"
#include "base/text.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/drivers/pairwise.h"
#include "search/engine/engine.h"
#include "search/engine/parts.h"

enum { SCOUT_STEPS = 10000, OWN_PAIRS = MAX_THREADS * MAX_THREADS };

/* The driver's own, while it runs. */
struct pairs {
    struct pairwise   one; /* first: e->own is both */
    struct wire_pair *list;
    uint32_t         *count;
    uint32_t          most;
    bool              appends; /* no pair was asked for: all are wanted */
    threadset         seen;
    uint32_t          own_count;
    size_t            own_bytes;
};

static uint32_t fragments(const struct engine *e)
{
    return e->config->fragments ? e->config->fragments : 1;
}

/* --- the list --------------------------------------------------------------------------------------------------------- */

static bool is_listed(const struct pairs *p, tid i, tid j, uint32_t fragment)
{
    for (uint32_t k = 0; k < *p->count; k++)
        if (p->list[k].first == i && p->list[k].second == j && p->list[k].fragment == fragment)
            return true;
    return false;
}

static void append(struct engine *e, struct pairs *p, tid i, tid j)
{
    for (uint32_t f = 0; f < fragments(e); f++) {
        if (is_listed(p, i, j, f))
            continue;
        if (*p->count == p->most) {
            engine_halt(e, WIRE_LIMIT_MEMORY);
            return;
        }
        p->list[*p->count] = (struct wire_pair){.first = (uint16_t)i, .second = (uint16_t)j, .fragment = f};
        SHARED_STORE(*p->count, *p->count + 1);
    }
}

static void see(struct engine *e, struct pairs *p, threadset born)
{
    threadset new = born & ~p->seen;
    if (!p->appends || !threadset_any(new))
        return;
    lock_take(&e->team.lock);
    THREADSET_EACH(t, new) {
        THREADSET_EACH(u, p->seen) {
            append(e, p, t, u);
            append(e, p, u, t);
        }
        p->seen |= threadset_of(t);
    }
    lock_give(&e->team.lock);
}

static void performing(struct engine *e, tid t)
{
    struct pairs *p = e->own;
    see(e, p, pairwise_performing(e, &p->one, t));
}

/* An execution in which each thread goes on as long as it can: who is there? */
static void scout(struct engine *e, struct pairs *p)
{
    uint64_t last = e->counters->steps + SCOUT_STEPS;
    struct wire_counters before = *e->counters;
    p->one.T_i = p->one.T_j = MAX_THREADS - 1;
    p->one.entered = true;
    p->one.live = e->root.live;
    see(e, p, e->root.live);
    e->blind = true;
    enum arrival kind = engine_start(e);
    while ((kind == ARRIVED_CHOICE || kind == ARRIVED_LONG) && !e->halted && e->counters->steps < last && e->depth < e->max_nodes) {
        threadset same = e->at.enabled & threadset_of(e->at.mover);
        tid t = threadset_first(threadset_any(same) ? same : e->at.enabled);
        kind = kind == ARRIVED_LONG ? engine_run_on(e) : engine_take(e, t, 0, e->lts->outcomes(e->lts->self, t));
    }
    e->blind = false;
    see(e, p, e->lts->live(e->lts->self));
    e->counters->transitions = before.transitions;
    e->counters->steps = before.steps;
    e->counters->max_depth = before.max_depth;
}

/* Memory, and the pairs that are known before the first one is explored. */
static bool begin(struct engine *e, struct pairs *p)
{
    const struct search_config *c = e->config;
    struct search_report *r = e->report;
    *p = (struct pairs){.list = r->pairs, .count = r->pair_count, .most = r->pair_capacity, .appends = !c->pair_given};
    if (!pairwise_open(e, &p->one))
        return false;
    if (!p->list) {
        p->own_bytes = (size_t)OWN_PAIRS * fragments(e) * sizeof *p->list;
        p->list = reserve(&p->own_bytes, p->own_bytes);
        p->most = (uint32_t)(p->own_bytes / sizeof *p->list);
        p->count = &p->own_count;
    }
    if (!p->list)
        return false;
    *p->count = 0;
    e->own = p;
    e->performing = performing;
    if (c->pair_given)
        append(e, p, c->pair_first, c->pair_second);
    else
        scout(e, p);
    if (*p->count == 0 && !e->halted)
        append(e, p, 0, 0);
    return true;
}

static void end(struct engine *e, struct pairs *p)
{
    pairwise_close(&p->one);
    if (p->own_bytes)
        reserve_release(p->list, p->own_bytes);
    e->own = NULL;
    e->performing = NULL;
}

/* --- one pair --------------------------------------------------------------------------------------------------------- */

static uint64_t sooner(uint64_t limit, uint64_t from, uint64_t more)
{
    return more != 0 && from + more < limit ? from + more : limit;
}

static void explore(struct engine *e, struct pairs *p, struct wire_pair *pair)
{
    const struct search_config *c = e->config;
    struct rounds whole = e->rounds;
    engine_count(e);
    struct wire_counters before = *e->counters;
    uint64_t errors = e->errors, cuts = e->cuts;
    engine_forget_states(e);
    e->rounds.most_states = sooner(whole.most_states, before.states + e->on_runs, c->pair_states);
    e->rounds.end = c->pair_milliseconds ? before.nanoseconds + c->pair_milliseconds * 1000000 : 0;
    p->one.T_i = pair->first;
    p->one.T_j = pair->second;
    p->one.fragment = pair->fragment;
    pairwise_explore(e, &p->one);
    engine_count(e);
    pair->states = e->counters->states - before.states;
    pair->transitions = e->counters->transitions - before.transitions;
    pair->nanoseconds = e->counters->nanoseconds - before.nanoseconds;
    pair->entries = p->one.entries;
    pair->met = p->one.met;
    pair->events = p->one.events;
    bool timed = e->rounds.end != 0 && e->counters->nanoseconds >= e->rounds.end;
    uint32_t verdict = e->errors != errors  ? WIRE_BUG
                       : e->rounds.over     ? (timed ? WIRE_LIMIT_TIME : WIRE_LIMIT_STATES)
                       : e->halted          ? (uint32_t)search_verdict(e)
                       : e->cuts != cuts    ? WIRE_CUT
                                            : WIRE_COMPLETE;
    SHARED_STORE(pair->verdict, verdict); /* last: whoever sees it sees what belongs to it */
    if (e->rounds.over)
        e->halted = false;
    e->rounds = whole;
}

/* Did this thread never come to the fragment in another of its pairs, which was explored to the end? */
static bool never_enters(const struct pairs *p, const struct wire_pair *pair)
{
    for (uint32_t k = 0; k < *p->count; k++) {
        const struct wire_pair *other = &p->list[k];
        bool complete = SHARED_LOAD(other->verdict) == WIRE_COMPLETE;
        if (complete && other->first == pair->first && other->fragment == pair->fragment && other->entries == 0)
            return true;
    }
    return false;
}

void pairs_explore(struct engine *e)
{
    struct pairs *p = e->own;
    for (uint32_t k = 0; k < SHARED_LOAD(*p->count) && !e->halted; k++) {
        struct wire_pair *pair = &p->list[k];
        if (!shared_exchange(&pair->taken, 0, 1))
            continue;
        if (never_enters(p, pair))
            SHARED_STORE(pair->verdict, WIRE_COMPLETE);
        else
            explore(e, p, pair);
    }
    e->left_out = true;
}

/* --- the whole --------------------------------------------------------------------------------------------------------- */

static const char *plural(unsigned long n)
{
    return n == 1 ? "" : "s";
}

/* "12 pairs of 1 fragment; 2 more were stopped by a limit". */
static void tell(const struct engine *e, const struct pairs *p, char *out, size_t size)
{
    unsigned long covered = 0, limited = 0, count = fragments(e);
    bool alone = *p->count > 0 && p->list[0].first == p->list[0].second;
    for (uint32_t k = 0; k < *p->count; k++) {
        const struct wire_pair *pair = &p->list[k];
        bool done = pair->verdict == WIRE_COMPLETE || pair->verdict == WIRE_BUG;
        covered += done && pair->entries > 0 && pair->met;
        limited += !done;
    }
    size_t used = alone ? text_format(out, size, "the only thread, in ")
                        : text_format(out, size, "%lu pair%s of ", covered, plural(covered));
    used += e->config->fragments ? text_format(out + used, size - used, "%lu fragment%s", count, plural(count))
                                 : text_format(out + used, size - used, "%s", alone ? "all of the program" : "threads");
    if (limited)
        text_format(out + used, size - used, "; %lu more %s not explored to the end", limited, limited == 1 ? "was" : "were");
}

static void run(struct engine *e)
{
    const struct parallel_mode *mode = search_mode(e, e->config->search);
    struct pairs pairs;
    if (!begin(e, &pairs))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    else if (mode)
        mode->run(e);
    else
        pairs_explore(e);
    if (!e->halted)
        tell(e, &pairs, e->report->message, sizeof e->report->message);
    end(e, &pairs);
}

static const char *refuses(const struct search_config *c)
{
    if (c->reduction && !c->reduction->is->tries_all)
        return "a pairwise search says itself which threads go on, and a reduction leaves some of them out: use --reduction=none";
    if (c->order)
        return "a pairwise search takes no order: the pair says who goes on";
    if (c->bounds[0].bound || c->max_depth != 0)
        return "a pairwise search keeps to no bound: --pair-states and --pair-time limit each pair";
    if (c->restarts != RESTARTS_NONE || c->runs > 1)
        return "a pairwise search has nothing random in it: restarts and --runs would find the same again";
    if (c->livelock)
        return "livelocks are looked for by a depth-first search that explores everything: use --search=dfs";
    if (c->pair_given && c->pair_first == c->pair_second)
        return "a pair has two threads";
    return NULL;
}

const struct search search_pairwise = {.is = &search_kind_pairwise, .run = run, .refuses = refuses};
