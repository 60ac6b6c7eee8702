/* watch.c - the watch over the process that runs the program, and over those that it has forked (-j).
 *
 * The engine counts a heartbeat whenever it has control. If the counter stands still while the process uses processor time,
 * a thread of the program runs on: SIGUSR1 makes the runtime report where. If it stands still and the process sleeps, the
 * program waits in a system call, for input as a rule, and that is not the program's fault.
 */
#include "tool/run/watch.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/cli/util.h"
#include "tool/run/deadline.h"
#include "tool/run/found.h"
#include "tool/run/progress.h"

enum {
    POLL_MS = 50,
    LOOK_MS = 4,          /* where other machines are told what is finished */
    STOP_GRACE_MS = 500,  /* from stop to SIGKILL, */
    ALIVE_GRACE_MS = 2000, /* and where the engine still makes steps */
    HANG_GRACE_MS = 3000, /* from SIGUSR1 to SIGKILL */
    RESUMED_MS = 1000,    /* a gap between two looks: we were stopped ourselves (Ctrl-Z) */
    TIME_GRACE_MS = 1000, /* from the engine's own time limit to a stop from here */
};

/* Signs of life from one process: the one that was started, or a worker that it has forked (-j). */
struct pulse {
    pid_t    pid;
    uint64_t alarm_at;        /* when it was sent SIGUSR1, or 0 */
    uint64_t heartbeat;       /* last seen */
    uint64_t cpu_at_beat;     /* processor time when it was seen, */
    uint64_t cpu_at_alarm;    /* and when SIGUSR1 was sent */
    uint64_t cpu, moved_at;   /* processor time last seen, and when it or the heartbeat last moved */
};

struct watch {
    struct launch *launch;
    pid_t    child;
    uint64_t started;
    uint64_t time_limit;      /* milliseconds; 0: none */
    uint64_t stop_at;         /* when it was told to stop, or 0 */
    uint64_t beats_at_stop;   /* of all processes */
    struct pulse pulse, worker[WIRE_MAX_WORKERS];
    uint64_t looked_at;       /* when the watch last looked */
    bool     kill_sent;
};

static uint64_t child_cpu_ms(pid_t child)
{
    clockid_t clock;
    return clock_getcpuclockid(child, &clock) == 0 ? clock_ms(clock) : 0;
}

/* Does it sleep, or wait for the system? A busy machine lets it wait for the processor, which is not the same. */
static bool child_sleeps(pid_t child)
{
    char *path = format_text("/proc/%d/stat", (int)child), *stat = read_whole_file(path, NULL);
    char *name_end = stat ? strrchr(stat, ')') : NULL;
    bool sleeps = !name_end || strncmp(name_end, ") R", 3) != 0;
    free(path);
    free(stat);
    return sleeps;
}

static struct pulse new_pulse(pid_t pid, uint64_t now)
{
    uint64_t cpu = child_cpu_ms(pid);
    return (struct pulse){.pid = pid, .moved_at = now, .cpu = cpu, .cpu_at_beat = cpu};
}

/* Number of workers that there may be: one more than were asked for may look aside. All that there is room for are twenty
 * pages of the wire. */
static unsigned workers_of(const struct launch *l)
{
    uint32_t jobs = l->config.steering.jobs;
    bool many = jobs >= WIRE_MAX_WORKERS || l->series_count > 0;
    return l->config.mode != WIRE_SEARCH ? 0 : many ? WIRE_MAX_WORKERS : jobs + 1;
}

static uint64_t all_beats(const struct launch *l)
{
    uint64_t sum = __atomic_load_n(&l->wire->counters.heartbeat, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < workers_of(l); i++)
        sum += __atomic_load_n(&l->wire->worker[i].counters.heartbeat, __ATOMIC_RELAXED);
    return sum;
}

static void tell_to_stop(struct watch *w, uint64_t now)
{
    if (w->stop_at)
        return;
    w->stop_at = now;
    w->beats_at_stop = all_beats(w->launch);
    __atomic_store_n(&w->launch->wire->stop, 1, __ATOMIC_RELEASE);
}

static void kill_child(struct watch *w, enum launch_end why)
{
    if (w->kill_sent)
        return;
    w->kill_sent = true;
    w->launch->end = why;
    kill(w->child, SIGKILL);
}

/* A replay of what was found: it is over in a moment, and what it confirms is worth that. */
static bool has_its_moment(const struct launch *l)
{
    return l->config.mode == WIRE_REPLAY && deadline_has_begun() && deadline_left_for_replay() > 0;
}

/* Ctrl-C: once, stop; twice, at once. */
static void watch_signals(struct watch *w, uint64_t now)
{
    if (!signals_count() || (signals_count() == 1 && has_its_moment(w->launch)))
        return;
    w->launch->interrupted = signals_last();
    tell_to_stop(w, now);
    if (signals_count() > 1)
        kill_child(w, LAUNCH_DEAF);
}

/* Time of all runs, each of which has the time that was given; 0: there is no limit. */
static uint64_t whole_time(const struct launch *l)
{
    uint64_t runs = l->config.steering.runs, sum = 0;
    if (l->config.by_processor)
        return 0;
    for (size_t i = 0; i < l->series_count; i++) {
        const struct wire_series *s = &l->series[i];
        if (s->max_milliseconds == 0)
            return 0;
        sum += s->max_milliseconds * (s->steering.runs ? s->steering.runs : 1);
    }
    return l->series_count ? sum : l->config.max_milliseconds * (runs ? runs : 1);
}

/* The time of the process itself, or of the whole command. */
static bool is_out_of_time(const struct watch *w, uint64_t now)
{
    const struct launch *l = w->launch;
    uint64_t findings = __atomic_load_n(&l->wire->findings, __ATOMIC_RELAXED);
    bool replays = l->config.mode == WIRE_REPLAY || l->config.mode == WIRE_REHEARSE;
    if (w->time_limit && now - w->started > w->time_limit + TIME_GRACE_MS)
        return true;
    return replays ? deadline_left_for_replay() == 0 : deadline_ends_search(findings);
}

static void watch_time(struct watch *w, uint64_t now)
{
    if (!w->stop_at && is_out_of_time(w, now)) {
        w->launch->out_of_time = true;
        tell_to_stop(w, now);
    }
    if (w->stop_at && now - w->stop_at > (all_beats(w->launch) != w->beats_at_stop ? ALIVE_GRACE_MS : STOP_GRACE_MS))
        kill_child(w, LAUNCH_DEAF);
}

static void watch_pulse(struct watch *w, struct pulse *p, const uint64_t *heartbeat, uint64_t now)
{
    uint32_t phase = __atomic_load_n(&w->launch->wire->phase, __ATOMIC_ACQUIRE);
    uint64_t beat = __atomic_load_n(heartbeat, __ATOMIC_RELAXED), cpu = child_cpu_ms(p->pid);
    bool alive = beat != p->heartbeat, resumed = now - w->looked_at > RESUMED_MS;
    /* One that could run may have waited for a processor all the time. */
    if (alive || resumed || cpu > p->cpu + 10 || !child_sleeps(p->pid)) {
        p->cpu = cpu;
        p->moved_at = now;
    }
    uint64_t patience = w->launch->hang_ms;
    if (alive) {
        p->heartbeat = beat;
        p->cpu_at_beat = cpu;
        p->alarm_at = 0;
    }
    bool busy = cpu >= p->cpu_at_beat + patience, asleep = now - p->moved_at >= patience;
    if (patience == 0 || phase == WIRE_DONE || !(busy || asleep || p->alarm_at))
        return;
    if (phase == WIRE_BOOT)
        kill_child(w, LAUNCH_NO_RUNTIME);
    else if (asleep && !busy)
        kill_child(w, LAUNCH_WAITED);
    else if (!p->alarm_at) {
        p->alarm_at = now;
        p->cpu_at_alarm = cpu;
        kill(p->pid, SIGUSR1);
    } else if (cpu - p->cpu_at_alarm > HANG_GRACE_MS || (asleep && now - p->alarm_at > HANG_GRACE_MS))
        kill_child(w, LAUNCH_HUNG);
}

static void watch_heartbeats(struct watch *w, uint64_t now)
{
    const struct wire *wire = w->launch->wire;
    unsigned workers = workers_of(w->launch);
    bool leads = false; /* then it runs nothing of the program itself, and may be busy with a large table */
    for (unsigned i = 0; i < workers; i++) {
        struct pulse *p = &w->worker[i];
        pid_t pid = (pid_t)__atomic_load_n(&wire->worker[i].pid, __ATOMIC_ACQUIRE);
        if (pid != p->pid)
            *p = new_pulse(pid, now);
        if (pid)
            watch_pulse(w, p, &wire->worker[i].counters.heartbeat, now);
        leads |= pid != 0;
    }
    if (leads)
        w->pulse = new_pulse(w->child, now);
    else
        watch_pulse(w, &w->pulse, &wire->counters.heartbeat, now);
    w->looked_at = now;
}

/* What takes long is not to be ended for that. */
static bool take_turn(struct watch *w)
{
    struct launch *l = w->launch;
    if (!l->take_turn || __atomic_load_n(&l->wire->turn, __ATOMIC_ACQUIRE) == WIRE_TURN_RUNTIME)
        return false;
    l->take_turn(l);
    __atomic_store_n(&l->wire->turn, WIRE_TURN_RUNTIME, __ATOMIC_RELEASE);
    syscall(SYS_futex, &l->wire->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    if (w->stop_at)
        w->stop_at = clock_ms(CLOCK_MONOTONIC);
    return true;
}

static uint64_t milliseconds(const struct timeval *t)
{
    return (uint64_t)t->tv_sec * 1000 + (uint64_t)t->tv_usec / 1000;
}

static bool child_is_gone(struct watch *w)
{
    int status;
    struct rusage used;
    pid_t got = wait4(w->child, &status, WNOHANG, &used);
    if (got == 0 || (got < 0 && errno == EINTR))
        return false;
    if (got < 0)
        die("waiting for the program failed: %s", strerror(errno));
    w->launch->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    w->launch->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    w->launch->processor_milliseconds = milliseconds(&used.ru_utime) + milliseconds(&used.ru_stime);
    return true;
}

/* --- the whole ------------------------------------------------------------------------------------------------------- */

/* Until there is something to do, or for a while. Where other machines are told what is finished the process waits for them to be. */
static void wait_a_while(const struct watch *w, int pidfd, bool soon)
{
    struct pollfd wait_for = {.fd = pidfd, .events = POLLIN};
    const struct timespec often = {.tv_nsec = LOOK_MS * 1000000};
    if (w->launch->look)
        syscall(SYS_futex, &w->launch->wire->turn, FUTEX_WAIT, WIRE_TURN_RUNTIME, &often, NULL, 0);
    else
        poll(&wait_for, 1, soon ? 1 : pidfd < 0 ? 5 : POLL_MS);
}

bool watch_until_gone(struct launch *l, pid_t child)
{
    uint64_t started = clock_ms(CLOCK_MONOTONIC);
    struct watch w = {.launch = l, .child = child, .started = started, .time_limit = whole_time(l),
                      .looked_at = started, .pulse = new_pulse(child, started)};
    int pidfd = (int)syscall(SYS_pidfd_open, child, 0); /* or -1 where the system has none */
    struct progress progress;
    struct found found = {0};
    progress_begin(&progress, l->show_progress, l->progress_before);
    while (!child_is_gone(&w)) {
        bool soon = take_turn(&w) || (l->take_turn && w.stop_at);
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        watch_signals(&w, now);
        watch_time(&w, now);
        watch_heartbeats(&w, now);
        progress_update(&progress, l->wire, now - started);
        found_update(&found, l, &progress, now - started);
        if (l->look)
            l->look(l);
        wait_a_while(&w, pidfd, soon);
    }
    progress_end(&progress);
    found_end(&found);
    l->milliseconds = clock_ms(CLOCK_MONOTONIC) - started;
    if (pidfd >= 0)
        close(pidfd);
    return w.kill_sent;
}
