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

/* --- the keeper ------------------------------------------------------------------------------------------------------------- */

/* What the kernel says in a file of /proc, as far as there is room; "" where there is none. */
static void read_proc(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[length > 0 ? length : 0] = '\0';
}

/* Their numbers, each followed by a blank. */
static void read_children(char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    read_proc(path, text, size);
}

/* Kills all children, and what they leave, which becomes ours when their parents have ended. */
static void kill_descendants(void)
{
    char text[4096];
    for (read_children(text, sizeof text); *text; read_children(text, sizeof text)) {
        char *end;
        for (char *at = text; *at; at = end + 1) {
            long pid = strtol(at, &end, 10);
            if (pid <= 0 || *end != ' ')
                break; /* cut off: next time */
            kill((pid_t)pid, SIGKILL);
            waitpid((pid_t)pid, NULL, 0);
        }
    }
}

/* The keeper is the process that the user has started; its child does all the work. When that has ended, however that came about, the
 * keeper ends what is left of it and of the programs that it ran, and ends like it. */
static _Noreturn void keep(pid_t worker, bool alone, const sigset_t *awaited)
{
    siginfo_t about;
    int status = 0;
    while (waitpid(worker, &status, WNOHANG) != worker)
        if (sigwaitinfo(awaited, &about) > 0 && about.si_signo != SIGCHLD && about.si_code <= 0) /* a terminal tells both */
            kill(worker, SIGUSR1);
    if (alone)
        kill_descendants();
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_UNBLOCK, awaited, NULL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_ERROR);
}

/* From the keeper, or because it has died. */
static void on_keeper(int number)
{
    (void)number;
    if (!end_is_asked())
        raise(SIGTERM);
}

/* What this process leaves becomes its own, and it is asked for an end when its parent has ended. */
static void belong_to(pid_t parent)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGUSR1, 0, 0, 0);
    if (getppid() != parent)
        raise(SIGUSR1);
}

static void start_keeper(void)
{
    char children[64]; /* of whoever became this process */
    sigset_t awaited, before;
    sigemptyset(&awaited);
    for (const int *number = (const int[]){SIGCHLD, SIGTERM, SIGINT, SIGHUP, 0}; *number; number++)
        sigaddset(&awaited, *number);
    read_children(children, sizeof children);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGUSR1, on_keeper);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    pid_t keeper = getpid(), worker = fork();
    if (worker < 0)
        die("cannot start a process: %s", strerror(errno));
    if (worker > 0)
        keep(worker, !*children, &awaited);
    belong_to(keeper);
    temp_directories_adopt();
    sigprocmask(SIG_SETMASK, &before, NULL);
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

static void make_memory(struct hunt_machine *m)
{
    m->wire_fd = memory_file("mazurka-hunt", sizeof *m->wire);
    m->wire = mmap(NULL, sizeof *m->wire, PROT_READ | PROT_WRITE, MAP_SHARED, m->wire_fd, 0);
    if (m->wire == MAP_FAILED)
        die("cannot map shared memory: %s", strerror(errno));
    m->wire->magic = HUNT_MAGIC;
    m->output_fd = appended(memory_file("mazurka-output", 0));
    m->environment = m->plain_environment = (struct strings){0};
    make_environments(m);
}

void hunt_machine_open(struct hunt_machine *m, const struct hunt_settings *s)
{
    m->settings = s;
    start_keeper();
    if (fcntl(STDIN_FILENO, F_GETFD) < 0)
        open("/dev/null", O_RDONLY); /* the descriptor is for nothing else */
    strings_add(&m->argv, s->program);
    strings_append(&m->argv, &s->arguments);
    make_memory(m);
}

void hunt_machine_split(struct hunt_machine *m, pid_t parent)
{
    const struct hunt_wire *shared = m->wire;
    belong_to(parent);
    make_memory(m);
    memcpy(m->wire, shared, offsetof(struct hunt_wire, started));
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

static volatile int not_started; /* why; 0: it was */

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
    not_started = errno;
    _exit(127);
}

static pid_t start(const struct hunt_machine *m, bool controlled)
{
    int input = input_of_program();
    sigset_t all, old;
    if (ftruncate(m->output_fd, 0) != 0)
        die("cannot empty the file of the program's output: %s", strerror(errno));
    not_started = 0;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &old);
    pid_t pid = vfork();
    if (pid == 0)
        become_program(m, input, controlled);
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (pid < 0 || not_started)
        die("cannot run %s: %s", m->settings->name, strerror(pid < 0 ? errno : not_started));
    setpgid(pid, pid);
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

/* As the kernel writes it: R is on a processor, or wants one; t is stopped by a debugger; 0 is gone. */
static char state_of(uint32_t process, uint32_t tid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%u/task/%u/stat", process, tid);
    read_proc(path, text, sizeof text);
    const char *state = strrchr(text, ')');
    return state && state[1] == ' ' ? state[2] : 0;
}

/* A parked thread is to look after the scheduler. */
static void wake_parked(struct hunt_wire *w)
{
    struct hunt_thread *t = hunt_parked(w);
    if (!t)
        return;
    __atomic_fetch_add(&t->wake, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &t->wake, FUTEX_WAKE, 1, NULL, NULL, 0);
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
    if (silent < COMPUTING && (!t->tid || state_of(w->process, t->tid) == 'R'))
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

/* What is written first is given back where it becomes much: only the end is shown. */
static void bound_output(const struct hunt_machine *m)
{
    enum { LARGE = 64 << 20, KEPT = 1 << 20 };
    struct stat about;
    if (fstat(m->output_fd, &about) == 0 && about.st_blocks > LARGE / 512)
        fallocate(m->output_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, about.st_size - KEPT);
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
        bound_output(m);
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
    kill_descendants();
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
    bool unharmed = !o->signal && o->status == (m->expected_status < 0 ? 0 : m->expected_status);
    if (m->wire->fault == HUNT_ASSERTION && unharmed)
        return HUNT_NO_FAULT; /* a handler of SIGABRT has seen to it */
    if (m->wire->fault != HUNT_NO_FAULT && m->wire->fault < HUNT_FAULT_COUNT)
        return m->wire->fault;
    if (o->signal)
        return HUNT_CRASH;
    return m->expected_status >= 0 && o->status != m->expected_status ? HUNT_STATUS : HUNT_NO_FAULT;
}

struct hunt_outcome hunt_execute(struct hunt_machine *m, bool controlled)
{
    clear_results(m->wire);
    struct hunt_outcome o = watch_process(m, start(m, controlled), controlled);
    o.fault = fault_of(m, &o);
    return o;
}

/* A program that is stopped is not silent. */
void hunt_attend(struct hunt_machine *m, char *const command[])
{
    enum { TICK_NS = 10 * 1000 * 1000 };
    struct watching watch = {0};
    int status;
    clear_results(m->wire);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is the command's */
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        personality(ADDR_NO_RANDOMIZE);
        fcntl(m->wire_fd, F_SETFD, 0);
        execv(command[0], command);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, WNOHANG) == 0 && !end_is_asked()) {
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        uint32_t process = m->wire->process;
        watch.pid = (pid_t)process;
        if (process && state_of(process, process) != 't')
            look(m, &watch, now);
        else
            watch.last_step_at = now;
        nanosleep(&(struct timespec){.tv_nsec = TICK_NS}, NULL);
    }
    kill_descendants();
}

char *hunt_output(const struct hunt_machine *m)
{
    enum { LONGEST = 4096 };
    struct stat about = {0};
    char *text = allocate(LONGEST + 1);
    fstat(m->output_fd, &about);
    ssize_t length = pread(m->output_fd, text, LONGEST, about.st_size > LONGEST ? about.st_size - LONGEST : 0);
    text[length > 0 ? length : 0] = '\0';
    for (ssize_t i = 0; i < length; i++)
        text[i] = text[i] ? text[i] : '?';
    return text;
}
