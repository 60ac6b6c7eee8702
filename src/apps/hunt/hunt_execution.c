/* hunt_execution.c - starts the program, watches it, and cleans up behind it. */
#include "apps/hunt/hunt_execution.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* --- the guard -------------------------------------------------------------------------------------------------------------- */

static pid_t *guarded; /* process group that runs, 0: none. Shared with the guard */
static pid_t guard_process;

/* Kills the group when the tool's end of the pipe is closed, however that comes about. */
static _Noreturn void guard(int from_tool)
{
    char none;
    setsid();
    for (int fd = 0; fd < 1024; fd++)
        if (fd != from_tool)
            close(fd);
    while (read(from_tool, &none, 1) < 0 && errno == EINTR)
        ;
    if (*guarded)
        kill(-*guarded, SIGKILL);
    _exit(0);
}

static void start_guard(void)
{
    int ends[2];
    guarded = mmap(NULL, sizeof *guarded, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (guarded == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0)
        die("cannot make a pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        die("cannot start a process: %s", strerror(errno));
    if (pid == 0) {
        close(ends[1]);
        for (int number = 1; number < 32; number++)
            signal(number, SIG_IGN);
        guard(ends[0]);
    }
    guard_process = pid;
    close(ends[0]);
}

/* --- what the program is started with --------------------------------------------------------------------------------------- */

static void make_environments(struct hunt_machine *m)
{
    static const char *const changed[] = {"LD_PRELOAD", "LD_LIBRARY_PATH"};
    const char *lib = self_library_dir();
    const char *old[] = {getenv(changed[0]) ? getenv(changed[0]) : "", getenv(changed[1]) ? getenv(changed[1]) : ""};
    /* ThreadSanitizer itself, in runs that are not controlled, is to change nothing. */
    strings_addf(&m->plain_environment, "TSAN_OPTIONS=%s:report_bugs=0:exitcode=0", getenv("TSAN_OPTIONS") ? getenv("TSAN_OPTIONS") : "");
    for (char **e = environ; *e; e++) {
        if (!starts_with(*e, "TSAN_OPTIONS="))
            strings_add(&m->plain_environment, *e);
        if (!starts_with(*e, "LD_PRELOAD=") && !starts_with(*e, "LD_LIBRARY_PATH="))
            strings_add(&m->environment, *e);
    }
    strings_addf(&m->environment, "LD_PRELOAD=%s/libmazurka-hunt.so%s%s", lib, *old[0] ? ":" : "", old[0]);
    strings_addf(&m->environment, "LD_LIBRARY_PATH=%s/hunt%s%s", lib, *old[1] ? ":" : "", old[1]);
    strings_addf(&m->environment, HUNT_VARIABLE "=%d", m->wire_fd);
    strings_addf(&m->environment, HUNT_VARIABLE "_PRELOAD=%s", old[0]);
    strings_addf(&m->environment, HUNT_VARIABLE "_PATH=%s", old[1]);
}

static int memory_file(const char *name, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
        die("cannot make shared memory: %s", strerror(errno));
    return fd;
}

/* The same file, to which all processes that have it add. */
static int appended(int file)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (fd < 0)
        die("cannot open %s: %s", path, strerror(errno));
    close(file);
    return fd;
}

void hunt_machine_open(struct hunt_machine *m, const struct hunt_settings *s)
{
    m->settings = s;
    m->wire_fd = memory_file("mazurka-hunt", sizeof *m->wire);
    m->wire = mmap(NULL, sizeof *m->wire, PROT_READ | PROT_WRITE, MAP_SHARED, m->wire_fd, 0);
    if (m->wire == MAP_FAILED)
        die("cannot map shared memory: %s", strerror(errno));
    m->wire->magic = HUNT_MAGIC;
    m->output_fd = appended(memory_file("mazurka-output", 0));
    strings_add(&m->argv, s->program);
    strings_append(&m->argv, &s->arguments);
    make_environments(m);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    start_guard();
}

/* Standard input from a file is read from its beginning each time; from anything else there is none. */
static int input_of_program(void)
{
    struct stat about;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", STDIN_FILENO);
    bool is_file = fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode);
    return open(is_file ? path : "/dev/null", O_RDONLY | O_CLOEXEC);
}

/* In the child of vfork(): no memory of ours is changed that matters. */
static _Noreturn void become_program(const struct hunt_machine *m, int input, bool controlled)
{
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    dup2(input, STDIN_FILENO);
    dup2(m->output_fd, STDOUT_FILENO);
    dup2(m->output_fd, STDERR_FILENO);
    for (int number = 1; number < 32; number++)
        if (number != SIGKILL && number != SIGSTOP)
            signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (controlled) {
        personality(ADDR_NO_RANDOMIZE);
        fcntl(m->wire_fd, F_SETFD, 0);
    }
    execve(m->argv.at[0], m->argv.at, controlled ? m->environment.at : m->plain_environment.at);
    _exit(127);
}

static pid_t start(const struct hunt_machine *m, bool controlled)
{
    int input = input_of_program();
    sigset_t all, old;
    if (ftruncate(m->output_fd, 0) != 0)
        die("cannot empty the file of the program's output: %s", strerror(errno));
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &old);
    pid_t pid = vfork();
    if (pid == 0)
        become_program(m, input, controlled);
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (pid < 0)
        die("cannot start %s: %s", m->settings->name, strerror(errno));
    setpgid(pid, pid);
    *guarded = pid;
    close(input);
    return pid;
}

/* --- watching --------------------------------------------------------------------------------------------------------------- */

struct watching {
    pid_t    pid;
    uint64_t began, last_step_at, progress, computed; /* milliseconds of processors at the last step */
    uint32_t current;
};

static uint64_t computed_ms(pid_t pid)
{
    clockid_t clock;
    return clock_getcpuclockid(pid, &clock) == 0 ? clock_ms(clock) : 0;
}

/* Is the thread on a processor, or does it want one? */
static bool is_computing(uint32_t process, uint32_t tid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%u/task/%u/stat", process, tid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    const char *state = length > 0 ? strrchr(text, ')') : NULL;
    return state && state[1] == ' ' && state[2] == 'R';
}

/* A parked thread is to look after the scheduler. */
static void wake_parked(struct hunt_wire *w)
{
    for (uint32_t i = 0; i < w->threads && i < HUNT_MAX_THREADS; i++) {
        struct hunt_thread *t = &w->thread[i];
        if (t->state == HUNT_IS_READY || t->state == HUNT_IS_BLOCKED || t->state == HUNT_IS_POLLING) {
            __atomic_fetch_add(&t->wake, 1, __ATOMIC_RELEASE);
            syscall(SYS_futex, &t->wake, FUTEX_WAKE, 1, NULL, NULL, 0);
            return;
        }
    }
}

/* The thread with the token sleeps in a call, or runs on for long without a scheduling point: others go on without it. */
static void look(struct hunt_machine *m, struct watching *watch, uint64_t now)
{
    enum { IN_CALL = 20, COMPUTING = 500 };
    struct hunt_wire *w = m->wire;
    uint64_t steps = __atomic_load_n(&w->steps, __ATOMIC_ACQUIRE);
    if (!w->started || steps - w->retries != watch->progress || w->current != watch->current) {
        watch->progress = steps - w->retries;
        watch->current = w->current;
        watch->last_step_at = now;
        watch->computed = computed_ms(watch->pid);
        return;
    }
    uint64_t silent = now - watch->last_step_at;
    if (!w->current || silent < IN_CALL)
        return;
    const struct hunt_thread *t = &w->thread[(w->current - 1) % HUNT_MAX_THREADS];
    if (silent < COMPUTING && (!t->tid || is_computing(w->process, t->tid)))
        return;
    w->takeover_at = steps;
    __atomic_store_n(&w->takeover, 1, __ATOMIC_RELEASE);
    wake_parked(w);
}

/* Nothing has happened, and nothing was computed: whoever computes may come to an end. */
static bool is_silent(const struct hunt_machine *m, const struct watching *watch, uint64_t now)
{
    uint64_t silent = now - watch->last_step_at;
    return m->hang_ms && silent > m->hang_ms && computed_ms(watch->pid) - watch->computed < silent / 4;
}

/* Those that have left the group became our children when their parents ended. */
static void reap_descendants(void)
{
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[length > 0 ? length : 0] = '\0';
    for (char *at = text, *end; *at; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at)
            break;
        if (pid > 0 && pid != guard_process) {
            kill((pid_t)pid, SIGKILL);
            waitpid((pid_t)pid, NULL, 0);
        }
    }
}

static struct hunt_outcome watch_process(struct hunt_machine *m, pid_t pid, bool controlled)
{
    enum { TICK = 10, WHOLE = 10 };
    struct hunt_outcome o = {.status = -1};
    struct watching watch = {.pid = pid, .began = clock_ms(CLOCK_MONOTONIC)};
    struct pollfd process = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    int status = 0;
    watch.last_step_at = watch.began;
    for (;;) {
        int ready = poll(&process, 1, TICK);
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        if (ready > 0)
            break;
        o.stopped = end_is_asked();
        if (controlled)
            look(m, &watch, now);
        if (is_silent(m, &watch, now))
            o.fault = HUNT_HANG;
        uint64_t limit = m->limit_ms ? m->limit_ms : m->hang_ms * WHOLE;
        o.given_up = limit && !o.fault && now - watch.began > limit;
        if (o.stopped || o.fault || o.given_up)
            break;
    }
    kill(-pid, SIGKILL);
    close(process.fd);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    *guarded = 0;
    reap_descendants();
    o.milliseconds = clock_ms(CLOCK_MONOTONIC) - watch.began;
    if (o.stopped || o.fault || o.given_up)
        return o;
    o.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    o.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return o;
}

static void clear_results(struct hunt_wire *w)
{
    memset(&w->started, 0, offsetof(struct hunt_wire, module) - offsetof(struct hunt_wire, started));
    memset(w->thread, 0, sizeof w->thread);
}

static enum hunt_fault fault_of(const struct hunt_machine *m, const struct hunt_outcome *o)
{
    if (o->stopped || o->fault || o->given_up)
        return o->fault;
    if (m->wire->fault != HUNT_NO_FAULT && m->wire->fault < HUNT_FAULT_COUNT)
        return m->wire->fault;
    if (o->signal)
        return HUNT_CRASH;
    return m->expected_status >= 0 && o->status != m->expected_status ? HUNT_STATUS : HUNT_NO_FAULT;
}

struct hunt_outcome hunt_execute(struct hunt_machine *m)
{
    clear_results(m->wire);
    struct hunt_outcome o = watch_process(m, start(m, true), true);
    o.fault = fault_of(m, &o);
    return o;
}

struct hunt_outcome hunt_execute_native(struct hunt_machine *m)
{
    clear_results(m->wire);
    struct hunt_outcome o = watch_process(m, start(m, false), false);
    o.fault = fault_of(m, &o);
    return o;
}

char *hunt_output(const struct hunt_machine *m)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", m->output_fd);
    char *text = read_whole_file(path, NULL);
    return text ? text : "";
}
