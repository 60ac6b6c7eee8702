/* unread_trial.c - see unread_trial.h.
 *
 * A process of its own makes the search from the root, matched so, up to a few states: nothing of it is told to anybody, and what the
 * search knows stays as it is. A seed gives the same run. If the trial comes to its end, or enough new states are covered, everything
 * starts over with it.
 */
#include "search/drivers/unread_trial.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"
#include "search/engine/parts.h"
#include "search/engine/reduced.h"

#ifndef UNREAD_TRIAL /* states; some tests have fewer */
#define UNREAD_TRIAL 1000
#endif

/* It pays if one in so many new states is covered; of several processes it would be each for itself. The status that says so. */
enum { SHARE = 10, PAYS = 7 };

static void ignore(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

/* What the search writes is its own, and what it would tell is not told. False: no memory. */
static bool keep_apart(struct engine *e, struct search_report *own, struct wire_counters *counters, uint64_t *path_count)
{
    size_t bytes = e->max_nodes * sizeof *e->path;
    *own = (struct search_report){.counters = counters, .path_count = path_count, .path_capacity = e->report->path_capacity,
                                  .stop = e->report->stop, .found = ignore};
    own->path = reserve(&bytes, bytes);
    *counters = *e->counters;
    e->report = own;
    e->counters = counters;
    e->path = own->path;
    e->own_faults = (struct faults){0};
    e->faults = &e->own_faults;
    e->parallel = NULL;
    reduced_close(e); /* what it knows may be in memory that is shared */
    return own->path && reduced_open(e);
}

static void begin(struct engine *e, bool reading)
{
    if (e->lts->reading->begin)
        e->lts->reading->begin(e->lts->self, reading);
    if (reading && e->lts->grown)
        e->lts->grown(e->lts->self);
}

/* The process of the trial. */
static bool pays(struct engine *e)
{
    static struct search_report own;
    static struct wire_counters counters;
    static uint64_t path_count;
    struct search_config c = *e->config;
    if (!keep_apart(e, &own, &counters, &path_count))
        return false;
    c.max_states = UNREAD_TRIAL;
    c.aside_after = 0;
    e->config = &c;
    counters.earlier = counters.states = e->on_runs = 0;
    e->rounds.most_states = UNREAD_TRIAL;
    e->aside.at = UINT64_MAX;
    e->halted = false;
    e->unread.pays = true;
    begin(e, true);
    engine_forget_states(e);
    search_dfs.run(e);
    bool limited = e->halted && (e->verdict == WIRE_LIMIT_STATES || e->rounds.over) && !e->grown;
    return !e->halted || (limited && SHARE * e->reducing.covered >= counters.states * (c.jobs > 1 ? c.jobs : 1));
}

/* That process is waited for, with signs of life meanwhile. It is ended if the search is to stop, or if it takes longer than the search has
 * so far, and than a while: a thread of the program may hang there, which the search sees for itself. Its status, 0 if it was ended. */
static int outcome(struct engine *e, long pid)
{
    static const uint64_t awhile = 5000000000, pause = 200000; /* nanoseconds */
    const uint32_t never = 0;
    uint64_t begun = raw_nanoseconds(), most = begun - e->started > awhile ? begun - e->started : awhile;
    int status = 0;
    while (raw_syscall(SYS_wait4, pid, (long)&status, WNOHANG, 0, 0, 0) == 0) {
        if (engine_is_stopped(e) || raw_nanoseconds() - begun > most)
            raw_syscall(SYS_kill, pid, SIGKILL, 0, 0, 0, 0);
        e->counters->heartbeat++;
        raw_wait(&never, 0, pause);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

bool unread_trial(struct engine *e)
{
    if (e->unread.made || e->config->matching != WIRE_MATCH_AUTO || !reduced_may_leave_unread(e))
        return false;
    e->unread.made = true;
    long pid = raw_fork();
    if (pid == 0)
        raw_exit(pays(e) ? PAYS : 0);
    e->unread.pays = pid > 0 && outcome(e, pid) == PAYS;
    begin(e, e->unread.pays);
    if (e->unread.pays)
        engine_start_over(e);
    return e->unread.pays;
}
