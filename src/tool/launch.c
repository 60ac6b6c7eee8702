/* launch.c - the process that runs the program, and the watch over it.
 *
 * The child ignores SIGINT and SIGTERM: a Ctrl-C goes to the whole process group, and it is for the tool to end the search
 * in an orderly way. It dies with the tool (PR_SET_PDEATHSIG).
 *
 * The engine counts a heartbeat whenever it has control. If the counter stands still while the process uses processor time,
 * a thread of the program runs on: SIGUSR1 makes the runtime report where. If it stands still and the process sleeps, the
 * program waits in a system call, for input as a rule, and that is not the program's fault.
 */
#include "tool/launch.h"
#include "tool/verifier_names.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/progress.h"
#include "tool/util.h"

enum {
    WIRE_FD = 500,        /* out of the way of the program's own descriptors */
    STACK_BYTES = 8 << 20,/* fixed, because the layout of the address space follows from it */
    POLL_MS = 50,
    STOP_GRACE_MS = 3000, /* from stop to SIGKILL */
    HANG_GRACE_MS = 3000, /* from SIGUSR1 to SIGKILL */
    RESUMED_MS = 1000,    /* a gap between two looks: we were stopped ourselves (Ctrl-Z) */
    TIME_GRACE_MS = 1000, /* from the engine's own time limit to a stop from here */
};

/* --- the child --------------------------------------------------------------------------------------------------------- */

static void fill_wire(struct launch *l)
{
    struct wire *w = l->wire;
    w->config = l->config;
    if (l->range_count > WIRE_MAX_RANGES || l->schedule_count > WIRE_MAX_PATH)
        die("the schedule or the list of visible ranges is too long");
    w->ranges = l->range_count;
    verifier_names(l->program, w);
    if (l->range_count)
        memcpy(wire_ranges(w), l->ranges, l->range_count * sizeof *l->ranges);
    w->path_count = l->schedule_count;
    if (l->schedule_count)
        memcpy(wire_decisions(w), l->schedule, l->schedule_count * sizeof *l->schedule);
    if (l->dead_values && l->dead_values->size <= WIRE_MAX_LIVENESS) {
        w->liveness_bytes = l->dead_values->size;
        w->config.dead_flags = l->dead_values->flags;
        memcpy(wire_liveness(w), l->dead_values->bytes, l->dead_values->size);
    }
    w->version = WIRE_VERSION;
    w->magic = WIRE_MAGIC;
}

static int make_wire(struct launch *l)
{
    signal(SIGXFSZ, SIG_IGN); /* so that ulimit -f gives an error to report */
    int fd = memfd_create("mazurka-wire", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)WIRE_SIZE) < 0)
        die("cannot make the memory shared with the program: %s%s", strerror(errno), errno == EFBIG ? " (see ulimit -f)" : "");
    l->wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (l->wire == MAP_FAILED)
        die("cannot map the memory shared with the program: %s%s", strerror(errno), errno == ENOMEM ? " (see ulimit -v)" : "");
    fill_wire(l);
    return fd;
}

/* The same for all processes, whatever becomes of ours: its size decides where the program's arguments lie. */
static char **make_environment(void)
{
    static struct strings env;
    const char *theirs = NULL;
    if (env.count)
        return env.at;
    for (char **e = environ; *e; e++) {
        if (starts_with(*e, "LD_PRELOAD="))
            theirs = *e + strlen("LD_PRELOAD=");
        else if (!starts_with(*e, "LD_BIND_NOW=") && !starts_with(*e, WIRE_ENV "="))
            strings_add(&env, *e);
    }
    const char *library = path_join(self_library_dir(), "libmazurka.so");
    if (!file_exists(library))
        die("the runtime is missing: %s", library);
    strings_addf(&env, "LD_PRELOAD=%s%s%s", library, theirs && *theirs ? ":" : "", theirs ? theirs : "");
    strings_add(&env, "LD_BIND_NOW=1");
    strings_addf(&env, WIRE_ENV "=%d", WIRE_FD);
    return env.at;
}

static void limit(int resource, rlim_t wanted)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0) {
        now.rlim_cur = now.rlim_max == RLIM_INFINITY || now.rlim_max > wanted ? wanted : now.rlim_max;
        setrlimit(resource, &now);
    }
}

static void redirect_output(void)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
}

/* A program gets the descriptors that the tool was given and no others, so that files it opens have the same numbers every time.
 * Libraries open files that would stay open: all that came after the first launch is closed. */
static int first_own_descriptor(void)
{
    static int first;
    if (first == 0) {
        first = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (first >= 0)
            close(first);
    }
    return first;
}

/* Between fork and exec. What goes wrong is told through `report`: an errno, or 0 for a note that is in `l`. */
static void become_program(const struct launch *l, int wire, char **environment, pid_t tool, int report, int own)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != tool)
        _exit(EXIT_ERROR);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    limit(RLIMIT_STACK, STACK_BYTES);
    limit(RLIMIT_CORE, 0);
    int now = personality(0xffffffff);
    if (now < 0 || personality((unsigned long)now | ADDR_NO_RANDOMIZE) < 0) {
        int note = 0;
        if (write(report, &note, sizeof note) < 0)
            _exit(EXIT_ERROR);
    }
    if (!l->show_output)
        redirect_output();
    if (own > STDERR_FILENO)
        close_range((unsigned)own, ~0u, CLOSE_RANGE_CLOEXEC);
    if (dup2(wire, WIRE_FD) >= 0)
        execve(l->program, l->argv, environment);
    int error = errno;
    if (write(report, &error, sizeof error) < 0)
        _exit(EXIT_ERROR);
    _exit(EXIT_ERROR);
}

/* What the child has to say before exec succeeds. */
static void read_report(struct launch *l, int report)
{
    int error;
    ssize_t got;
    while ((got = read(report, &error, sizeof error)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        if (error)
            die("cannot run %s: %s", l->program, strerror(error));
        l->random_addresses = true;
    }
}

bool launch_input_repeats(void)
{
    struct stat status;
    return fstat(STDIN_FILENO, &status) != 0 || S_ISREG(status.st_mode) || S_ISCHR(status.st_mode);
}

/* Every process of a check is to read the same: a file is read from where it stood first. */
static void rewind_input(void)
{
    static off_t first = -1;
    struct stat status;
    if (fstat(STDIN_FILENO, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    if (first < 0)
        first = lseek(STDIN_FILENO, 0, SEEK_CUR);
    else
        lseek(STDIN_FILENO, first, SEEK_SET);
}

static pid_t start(struct launch *l)
{
    int own = first_own_descriptor(), wire = make_wire(l), report[2];
    char **environment = make_environment();
    if (pipe2(report, O_CLOEXEC) < 0)
        die("cannot make a pipe: %s", strerror(errno));
    rewind_input();
    fflush(stdout);
    fflush(stderr);
    pid_t tool = getpid(), child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0)
        become_program(l, wire, environment, tool, report[1], own);
    close(report[1]);
    close(wire);
    read_report(l, report[0]);
    close(report[0]);
    return child;
}

/* --- the watch --------------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupts, interrupt_signal;

static void count_interrupt(int number)
{
    interrupt_signal = number;
    interrupts++;
}

/* Signs of life from one process: the one that was started, or a worker that it has forked (-j). */
struct pulse {
    pid_t    pid;
    uint64_t alarm_at;        /* when it was sent SIGUSR1, or 0 */
    uint64_t heartbeat;       /* last seen */
    uint64_t cpu_at_beat;     /* processor time when it was seen */
    uint64_t cpu, moved_at;   /* processor time last seen, and when it or the heartbeat last moved */
};

struct watch {
    struct launch *launch;
    pid_t    child;
    int      pidfd;           /* or -1 where the system has none */
    uint64_t started;
    uint64_t stop_at;         /* when it was told to stop, or 0 */
    struct pulse pulse, worker[WIRE_MAX_WORKERS];
    uint64_t looked_at;       /* when the watch last looked */
    bool     kill_sent;
};

static uint64_t clock_ms(clockid_t clock)
{
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t child_cpu_ms(pid_t child)
{
    clockid_t clock;
    return clock_getcpuclockid(child, &clock) == 0 ? clock_ms(clock) : 0;
}

static void tell_to_stop(struct watch *w, uint64_t now)
{
    if (w->stop_at)
        return;
    w->stop_at = now;
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

/* Ctrl-C: once, stop; twice, at once. */
static void watch_interrupts(struct watch *w, uint64_t now)
{
    if (!interrupts)
        return;
    w->launch->interrupted = interrupt_signal;
    tell_to_stop(w, now);
    if (interrupts > 1)
        kill_child(w, LAUNCH_DEAF);
}

static void watch_time(struct watch *w, uint64_t now)
{
    uint64_t runs = w->launch->config.steering.runs; /* each has that time */
    uint64_t limit_ms = w->launch->config.max_milliseconds * (runs ? runs : 1);
    if (limit_ms && !w->stop_at && now - w->started > limit_ms + TIME_GRACE_MS) {
        w->launch->out_of_time = true;
        tell_to_stop(w, now);
    }
    if (w->stop_at && now - w->stop_at > STOP_GRACE_MS)
        kill_child(w, LAUNCH_DEAF);
}

static void watch_pulse(struct watch *w, struct pulse *p, const uint64_t *heartbeat, uint64_t now)
{
    uint32_t phase = __atomic_load_n(&w->launch->wire->phase, __ATOMIC_ACQUIRE);
    uint64_t beat = __atomic_load_n(heartbeat, __ATOMIC_RELAXED), cpu = child_cpu_ms(p->pid);
    bool alive = beat != p->heartbeat, resumed = now - w->looked_at > RESUMED_MS;
    if (alive || resumed || cpu > p->cpu + 10) {
        p->cpu = cpu;
        p->moved_at = now;
    }
    if (alive) {
        p->heartbeat = beat;
        p->cpu_at_beat = cpu;
        p->alarm_at = 0;
    }
    uint64_t patience = w->launch->hang_ms;
    bool busy = cpu >= p->cpu_at_beat + patience, asleep = now - p->moved_at >= patience;
    if (patience == 0 || phase == WIRE_DONE || !(busy || asleep || p->alarm_at))
        return;
    if (phase == WIRE_BOOT)
        kill_child(w, LAUNCH_NO_RUNTIME);
    else if (asleep && !busy)
        kill_child(w, LAUNCH_WAITED);
    else if (!p->alarm_at) {
        p->alarm_at = now;
        kill(p->pid, SIGUSR1);
    } else if (now - p->alarm_at > HANG_GRACE_MS)
        kill_child(w, LAUNCH_HUNG);
}

static void watch_heartbeats(struct watch *w, uint64_t now)
{
    const struct wire *wire = w->launch->wire;
    watch_pulse(w, &w->pulse, &wire->counters.heartbeat, now);
    for (unsigned i = 0; i < WIRE_MAX_WORKERS; i++) {
        struct pulse *p = &w->worker[i];
        pid_t pid = (pid_t)__atomic_load_n(&wire->worker[i].pid, __ATOMIC_ACQUIRE);
        if (pid != p->pid)
            *p = (struct pulse){.pid = pid, .moved_at = now, .cpu = child_cpu_ms(pid), .cpu_at_beat = child_cpu_ms(pid)};
        if (pid)
            watch_pulse(w, p, &wire->worker[i].counters.heartbeat, now);
    }
    w->looked_at = now;
}

static bool child_is_gone(struct watch *w)
{
    int status;
    pid_t got = waitpid(w->child, &status, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR))
        return false;
    if (got < 0)
        die("waiting for the program failed: %s", strerror(errno));
    w->launch->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    w->launch->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return true;
}

static void watch_until_gone(struct watch *w)
{
    struct progress progress;
    progress_begin(&progress, w->launch->show_progress);
    while (!child_is_gone(w)) {
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        watch_interrupts(w, now);
        watch_time(w, now);
        watch_heartbeats(w, now);
        progress_update(&progress, w->launch->wire, now - w->started);
        struct pollfd wait_for = {.fd = w->pidfd, .events = POLLIN};
        poll(&wait_for, 1, w->pidfd < 0 ? 5 : POLL_MS);
    }
    progress_end(&progress);
    w->launch->milliseconds = clock_ms(CLOCK_MONOTONIC) - w->started;
}

/* Nobody who reads the wire later has to doubt its counts. */
static bool is_damaged(const struct wire *w)
{
    return w->magic != WIRE_MAGIC || w->findings > WIRE_MAX_FINDINGS || w->modules > WIRE_MAX_MODULES
        || w->threads > WIRE_MAX_THREADS || w->waiters > WIRE_MAX_WAITERS || w->ranges > WIRE_MAX_RANGES
        || w->decisions > WIRE_MAX_DECISIONS || w->events > WIRE_MAX_EVENTS || w->output_bytes > WIRE_MAX_OUTPUT
        || w->path_count > WIRE_MAX_PATH;
}

/* A verdict that was complete when the process died is a verdict. */
static void judge_end(struct launch *l, bool killed)
{
    if (is_damaged(l->wire))
        l->end = LAUNCH_DAMAGED;
    else if (__atomic_load_n(&l->wire->phase, __ATOMIC_ACQUIRE) == WIRE_DONE)
        l->end = LAUNCH_DONE;
    else if (!killed)
        l->end = l->wire->phase == WIRE_BOOT ? LAUNCH_NO_RUNTIME : LAUNCH_DIED;
}

void launch_run(struct launch *l)
{
    static const int watched[] = {SIGINT, SIGTERM};
    struct sigaction mine = {.sa_handler = count_interrupt}, before[2];
    for (int i = 0; i < 2; i++)
        sigaction(watched[i], &mine, &before[i]);
    interrupts = 0;
    struct watch w = {.launch = l, .started = clock_ms(CLOCK_MONOTONIC)};
    w.child = start(l);
    w.pulse = (struct pulse){.pid = w.child, .moved_at = w.started};
    w.looked_at = w.started;
    w.pidfd = (int)syscall(SYS_pidfd_open, w.child, 0);
    watch_until_gone(&w);
    if (w.pidfd >= 0)
        close(w.pidfd);
    for (int i = 0; i < 2; i++)
        sigaction(watched[i], &before[i], NULL);
    judge_end(l, w.kill_sent);
}

void launch_free(struct launch *l)
{
    if (l->wire)
        munmap(l->wire, WIRE_SIZE);
    l->wire = NULL;
}
