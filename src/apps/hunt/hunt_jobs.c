/* hunt_jobs.c - see hunt_jobs.h. */
#include "apps/hunt/hunt_jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Shared by all of them. */
struct jobs {
    uint32_t               found; /* the one that has found something, + 1 */
    uint32_t               alone; /* the others have ended */
    struct hunt_statistics of[];
};

static const struct timespec tick = {.tv_nsec = 5000000};

static struct jobs *share_memory(uint64_t count)
{
    size_t size = sizeof(struct jobs) + count * sizeof(struct hunt_statistics);
    struct jobs *j = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j == MAP_FAILED)
        die("cannot map shared memory: %s", strerror(errno));
    return j;
}

static void add(struct hunt_statistics *s, const struct hunt_statistics *more)
{
    if (!more->executions)
        return;
    s->missed *= more->missed;
    s->executions += more->executions;
    s->steps += more->steps;
    s->by_pct += more->by_pct;
    s->given_up += more->given_up;
    s->most_steps = more->most_steps > s->most_steps ? more->most_steps : s->most_steps;
    s->most_threads = more->most_threads > s->most_threads ? more->most_threads : s->most_threads;
    s->milliseconds = more->milliseconds > s->milliseconds ? more->milliseconds : s->milliseconds;
    s->hooks |= more->hooks;
    s->children |= more->children;
    s->stopped |= more->stopped;
    s->heap_refused |= more->heap_refused;
    if (more->foreign[0])
        memcpy(s->foreign, more->foreign, sizeof s->foreign);
}

static void add_all(struct hunt_statistics *s, const struct jobs *jobs, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        add(s, &jobs->of[i]);
}

/* One process: executions number, number + count, … of the part. */
static _Noreturn void search(struct hunt_machine *m, struct hunt_part part, struct jobs *jobs, uint64_t number, struct hunt_statistics *s,
                             hunt_tell *tell, void *self)
{
    uint64_t count = m->settings->jobs;
    uint32_t none = 0;
    struct hunt_finding f = {0};
    part.first += number * part.step;
    part.step *= count;
    part.found = &jobs->found;
    bool found = hunt_search(m, &part, &f, &jobs->of[number]);
    if (!found && part.raced->first.outcome.fault != HUNT_NO_FAULT) {
        f = part.raced->first;
        found = true;
    }
    if (!found || !__atomic_compare_exchange_n(&jobs->found, &none, (uint32_t)number + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        _exit(EXIT_UNKNOWN);
    while (!__atomic_load_n(&jobs->alone, __ATOMIC_ACQUIRE) && !end_is_asked())
        nanosleep(&tick, NULL);
    add_all(s, jobs, count);
    exit(tell(m, &f, s, self));
}

/* One of them has ended: is it one whose status counts? */
static bool take_ended(pid_t *pids, const struct jobs *jobs, uint64_t count, pid_t pid, int code)
{
    uint32_t found = __atomic_load_n(&jobs->found, __ATOMIC_ACQUIRE);
    uint64_t number = 0;
    while (number < count && pids[number] != pid)
        number++;
    if (number < count)
        pids[number] = 0;
    return found ? number + 1 == found : code != EXIT_UNKNOWN;
}

/* Asks all for an end, but the one that has found something: the user alone ends that. */
static void ask_for_end(const pid_t *pids, const struct jobs *jobs, uint64_t count)
{
    uint32_t found = __atomic_load_n(&jobs->found, __ATOMIC_ACQUIRE);
    for (uint64_t i = 0; i < count; i++)
        if (pids[i] && (i + 1 != found || end_is_asked()))
            kill(pids[i], SIGUSR1);
}

/* The status of the one that has found something, or of one that could not go on; -1: there is none. The others may bring what they have
 * begun to an end, for it may leave something behind, but not for long. */
static int wait_for_jobs(pid_t *pids, struct jobs *jobs, uint64_t count)
{
    enum { LONGEST = 2000 };
    int status = -1;
    bool told = false, told_all = false;
    uint64_t over_at = 0;
    for (uint64_t left = count; left;) {
        int ended;
        pid_t pid = waitpid(-1, &ended, WNOHANG);
        if (pid > 0) {
            int code = WIFEXITED(ended) ? WEXITSTATUS(ended) : EXIT_ERROR;
            status = take_ended(pids, jobs, count, pid, code) ? code : status;
            __atomic_store_n(&jobs->alone, --left == 1, __ATOMIC_RELEASE);
            continue;
        }
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        bool over = status >= 0 || __atomic_load_n(&jobs->found, __ATOMIC_ACQUIRE);
        over_at = over && !over_at ? now : over_at;
        bool tell = over && now - over_at > LONGEST;
        if ((tell && !told) || (end_is_asked() && !told_all))
            ask_for_end(pids, jobs, count);
        told |= tell;
        told_all = end_is_asked();
        nanosleep(&tick, NULL);
    }
    return status;
}

int hunt_side_by_side(struct hunt_machine *m, const struct hunt_part *part, struct hunt_statistics *s, hunt_tell *tell, void *self)
{
    uint64_t count = m->settings->jobs;
    struct jobs *jobs = share_memory(count);
    pid_t *pids = allocate(count * sizeof *pids), parent = getpid();
    fflush(NULL);
    for (uint64_t i = 0; i < count; i++) {
        pids[i] = fork();
        if (pids[i] < 0)
            die("cannot start a process: %s", strerror(errno));
        if (pids[i] == 0) {
            hunt_machine_split(m, parent);
            search(m, *part, jobs, i, s, tell, self);
        }
    }
    int status = wait_for_jobs(pids, jobs, count);
    add_all(s, jobs, count);
    s->stopped |= end_is_asked();
    free(pids);
    return status;
}
