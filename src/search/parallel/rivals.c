/* rivals.c - rival searches: several processes, each with a search of its own, of which the first that has explored everything ends all.
 * This is what becomes of -j where a reduction is used: what that knows of a state's future cannot be divided.
 *
 * The first worker explores everything, as was asked for; if rivals of its reduction were named, so do those that follow, each with
 * one of them. The others look for bugs with the parts of the portfolio, each with a seed of its own, and go on with the complete
 * search, as variants of it: how many states a reduction explores depends on which thread comes first, and among those that are as good
 * it does not know the best one. A random order would take bad ones, too, and never win. It is for reductions to which the order does
 * not matter, and where an order was asked for. Where that is a list of threads, the others take its other permutations, each with every
 * reduction that was named, as long as there are any: the portfolio that the paper on S-POR advises.
 *
 * With early backtracking (--rb) they take the configurations that were named in turn, and then these again with the next seed: the
 * first that finds a bug ends all (sections 8 and 11 of the paper on DFS-RB: "embarrassingly parallel"). Otherwise each goes on to its
 * own end, and what is claimed is what all of them can: nothing beyond the states that were seen, unless one has left nothing out.
 *
 * Each is a search as it would be without the others. So "complete" is what any one of them says that has come to its end, and
 * those that die or give way are missed by nobody. The memory is that of all together: where it does not suffice, the last one
 * gives way.
 */
#include <signal.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "search/drivers/covered.h"
#include "search/drivers/explore.h"
#include "search/engine/limits.h"
#include "search/parallel/worker_group.h"

static bool fits(const struct engine *e, const struct search *s)
{
    const struct reduction *r = e->config->reduction;
    bool reduced = r && !r->is->tries_all;
    return workers_takes(s) && (reduced || e->config->rivals[0] || e->config->rb) && workers_possible(e);
}

/* --- a worker ------------------------------------------------------------------------------------------------------- */

/* The list in another order: `number` says which of the threads comes first, then which of the others, and so on; 0: as it is. False:
 * there are not so many. */
static bool permute(const struct search_config *c, unsigned number, uint8_t *to)
{
    for (uint32_t i = 0; i < c->thread_count; i++)
        to[i] = c->threads[i];
    for (uint32_t i = 0; i < c->thread_count; i++) {
        uint32_t left = c->thread_count - i, from = i + number % left;
        uint8_t chosen = to[from];
        for (uint32_t k = from; k > i; k--)
            to[k] = to[k - 1];
        to[i] = chosen;
        number /= left;
    }
    return number == 0;
}

/* With the reductions that were named, and then with the same ones in the next order. */
static bool take_permutation(struct search_config *c, unsigned number, uint8_t *threads)
{
    unsigned kinds = 1;
    while (kinds <= MAX_RIVALS && c->rivals[kinds - 1])
        kinds++;
    if (c->order != &order_threads || !permute(c, number / kinds, threads))
        return false;
    c->threads = threads;
    if (number % kinds > 0)
        c->reduction = c->rivals[number % kinds - 1];
    return true;
}

/* `threads`: room for an order of them. */
static struct search_config configure(const struct engine *e, unsigned number, uint64_t earlier, uint8_t *threads)
{
    struct search_config c = *e->config;
    c.jobs = 1;
    if (c.max_states != 0)
        c.max_states = c.max_states > earlier ? c.max_states - earlier : 1;
    if (take_permutation(&c, number, threads))
        return c;
    if (c.rb) {
        unsigned kinds = c.rb_count > 1 ? c.rb_count : 1;
        c.rb += number % kinds;
        c.seed += number / kinds;
        return c;
    }
    if (number > 0 && number <= MAX_RIVALS && c.rivals[number - 1]) {
        c.reduction = c.rivals[number - 1];
    } else if (number > 0) {
        bool varies = c.reduction && c.reduction->prefer && !c.order;
        c.search = &search_portfolio;
        c.order = varies ? NULL : &order_random;
        c.variant = varies ? number : 0;
        c.seed += number;
    }
    return c;
}

static void work(struct engine *e, unsigned number)
{
    uint8_t threads[MAX_THREADS];
    struct search_config c = configure(e, number, e->counters->earlier, threads);
    bool joined = workers_join(e, number, &workers_apart);
    if (c.rb)
        e->report->covered = NULL; /* what one has covered is not told for all */
    if (joined && search_apply(e, &c))
        search_explore(e);
    else
        engine_halt(e, WIRE_LIMIT_MEMORY);
    if (!e->halted)
        engine_check_grown(e);
    enum wire_verdict v = e->grown ? WIRE_NO_VERDICT : search_verdict(e);
    workers_leave(e, v, e->grown || v == WIRE_COMPLETE || v == WIRE_BUG || v == WIRE_REFUSED);
}

/* --- the leader ------------------------------------------------------------------------------------------------------ */

/* Memory that the first `count` workers take, those who are still there; *last is the last one of them. */
static uint64_t bytes_of(const struct engine *e, const struct worker_group *g, unsigned count, unsigned *last)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct wire_counters *one = &e->report->workers[i].counters;
        if (g->box[i].dead)
            continue;
        bytes += one->table_bytes + one->path_bytes;
        *last = i;
    }
    return bytes;
}

/* The last rivals give way where the memory does not suffice for all. */
static void watch(struct engine *e, struct worker_group *g)
{
    unsigned last = 0, count = g->size;
    uint64_t most = e->config->max_memory, bytes = bytes_of(e, g, count, &last);
    while (most != 0 && bytes > most && bytes_of(e, g, last, &(unsigned){0}) > 0) {
        raw_syscall(SYS_kill, g->box[last].pid, SIGKILL, 0, 0, 0, 0);
        bytes = bytes_of(e, g, count = last, &last);
    }
    workers_count(e, 0, g->size > 0); /* what is shown meanwhile */
    e->counters->path_bytes = 0;
    e->team.elsewhere = bytes;
}

/* Rival that speaks for all: the one that has explored everything, or the first one that has come to an end of
 * its own. */
static unsigned speaker(const struct worker_group *g)
{
    unsigned first = g->size;
    for (unsigned i = 0; i < g->size; i++) {
        if (g->box[i].verdict == WIRE_COMPLETE)
            return i;
        if (first == g->size && g->box[i].verdict != WIRE_NO_VERDICT)
            first = i;
    }
    return first < g->size ? first : 0;
}

/* The numbers are those of one search; the states of the others come to those that were processed earlier. */
static void count(struct engine *e, const struct worker_group *g, unsigned who)
{
    const struct wire_counters *one = &e->report->workers[who].counters;
    for (unsigned i = 0; i < g->size; i++) {
        const struct wire_counters *each = &e->report->workers[i].counters;
        e->counters->earlier += each->earlier + each->states;
        e->counters->sampled.executions += each->sampled.executions;
    }
    e->counters->earlier -= one->states;
    workers_count(e, who, who + 1);
    e->reducing.pruned = one->pruned;
    e->reducing.retraversed = one->retraversed;
    e->reducing.executions = one->executions;
    e->reducing.lacked = one->lacked;
    e->on_runs = g->box[who].on_runs;
    e->team.elsewhere = one->table_bytes;
}

static void win(struct engine *e, unsigned who)
{
    e->halted = false;
    e->verdict = WIRE_NO_VERDICT;
    e->report->first = who + 1;
}

/* A bug counts whatever else has happened; then that more proved to be visible, which all have to know; then the first one. */
static void conclude(struct engine *e, struct worker_group *g)
{
    if (g->size == 0) {
        search_alone(e);
        return;
    }
    unsigned who = speaker(g);
    enum wire_verdict bug = workers_reason(g, true), verdict = (enum wire_verdict)g->box[who].verdict;
    count(e, g, who);
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
        return;
    }
    bool complete = verdict == WIRE_COMPLETE && !g->grown;
    if (e->halted && !complete)
        return;
    if (workers_starts_over(e))
        return;
    if (complete)
        win(e, who);
    else if (verdict == WIRE_PARTIAL)
        e->left_out = true;
    else
        engine_halt(e, verdict != WIRE_NO_VERDICT ? verdict : WIRE_WORKER_LOST);
}

static void run(struct engine *e)
{
    static const struct group_callbacks contest = {.work = work, .watch = watch, .conclude = conclude};
    workers_lead(e, &contest, NULL);
}

const struct parallel_mode mode_rivals = {.fits = fits, .run = run, .tries_parts = true};
