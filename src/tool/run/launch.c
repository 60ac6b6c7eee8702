/* launch.c - the process that runs the program. watch.c watches over it.
 *
 * The child ignores SIGINT and SIGTERM: a Ctrl-C goes to the whole process group, and it is for the tool to end the search
 * in an orderly way. It dies with the tool (PR_SET_PDEATHSIG).
 */
#include "tool/binary/uninstrumented/compared.h"
#include "tool/binary/uninstrumented/verifier_names.h"
#include "tool/run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/page.h"
#include "model/search_table.h"
#include "tool/binary/symbols/globals.h"
#include "tool/cli/util.h"
#include "tool/run/deadline.h"
#include "tool/run/fragment_list.h"
#include "tool/run/other_orders.h"
#include "tool/run/spots.h"
#include "tool/run/watch.h"

enum {
    WIRE_FD = 500,        /* out of the way of the program's own descriptors */
    STACK_BYTES = 8 << 20, /* fixed, because the layout of the address space follows from it */
};

/* --- the child --------------------------------------------------------------------------------------------------------- */

/* A directory for what set-up writes: at the same place for all processes. Few programs write anything: the process makes it if need be. */
static void make_store(struct wire_config *config)
{
    static const char *path;
    if (config->writes_real)
        return;
    if (path)
        remove_directory(path);
    else
        path = temp_directory_unmade();
    if (strlen(path) < sizeof config->store)
        strcpy(config->store, path);
    else
        warn("note: what set-up writes to files reaches the disk: there is no other place for it (%s)", path);
}

/* What searches ends by itself before the command has to. */
static void limit_time(struct wire_config *c)
{
    uint64_t left = deadline_left_for_search();
    if (c->mode != WIRE_REPLAY && left != DEADLINE_NONE && (c->max_milliseconds == 0 || c->max_milliseconds > left))
        c->max_milliseconds = left ? left : 1;
}

static void fill_wire(struct launch *l)
{
    struct wire *w = l->wire;
    w->config = l->config;
    limit_time(&w->config);
    make_store(&w->config);
    if (l->range_count > WIRE_MAX_RANGES || l->schedule_count > WIRE_MAX_PATH)
        die("the schedule or the list of visible ranges is too long");
    w->ranges = l->range_count;
    verifier_names(l->program, w);
    compared_values(l->program, &w->inputs);
    if (w->config.mode == WIRE_SEARCH && search_kind_named(w->config.search)->by_variables)
        globals_list(l->program, w);
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
    if (l->block_count)
        memcpy(w->block, l->blocks, l->block_count * sizeof *l->blocks);
    w->blocks = (uint32_t)l->block_count;
    if (l->fragments)
        fragment_list_send(l->fragments, w);
    w->series = l->series_count;
    if (l->series_count)
        memcpy(wire_series(w), l->series, l->series_count * sizeof *l->series);
    if (l->orders)
        other_orders_send(l->orders, w);
    spots_send_bare(w, l->program);
    if (w->config.mode == WIRE_SEARCH && l->asserts)
        spots_send(w, l);
    w->version = WIRE_VERSION;
    w->magic = WIRE_MAGIC;
}

static int make_wire(struct launch *l)
{
    int fd = memfd_create("mazurka-wire", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)WIRE_SIZE) < 0)
        die("cannot make the memory shared with the program: %s%s", strerror(errno), errno == EFBIG ? " (see ulimit -f)" : "");
    l->wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (l->wire == MAP_FAILED)
        die("cannot map the memory shared with the program: %s%s", strerror(errno), errno == ENOMEM ? " (see ulimit -v)" : "");
    fill_wire(l);
    return fd;
}

static char *const *variables; /* of programs, where they are others than the tool's */

void launch_environment(char *const *of_programs)
{
    variables = of_programs;
}

char *const *launch_variables(void)
{
    return variables ? variables : environ;
}

/* The same for all processes with one runtime, whatever becomes of ours: its size decides where the program's arguments lie. */
static char **make_environment(bool wide)
{
    static struct strings environments[2];
    struct strings env = environments[wide];
    const char *theirs = NULL;
    if (env.count)
        return env.at;
    for (char *const *e = launch_variables(); *e; e++) {
        if (starts_with(*e, "LD_PRELOAD="))
            theirs = *e + strlen("LD_PRELOAD=");
        else if (!starts_with(*e, "LD_BIND_NOW=") && !starts_with(*e, WIRE_ENV "="))
            strings_add(&env, *e);
    }
    const char *library = path_join(self_library_dir(), wide ? "libmazurka-wide.so" : "libmazurka.so");
    if (!file_exists(library))
        die("the runtime is missing: %s", library);
    strings_addf(&env, "LD_PRELOAD=%s%s%s", library, theirs && *theirs ? ":" : "", theirs ? theirs : "");
    strings_add(&env, "LD_BIND_NOW=1");
    strings_addf(&env, WIRE_ENV "=%d", WIRE_FD);
    environments[wide] = env;
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

/* A limit of the user's own, raised as far as it may be. */
static rlim_t raised(int resource, rlim_t wanted)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0 || now.rlim_cur >= wanted)
        return wanted;
    now.rlim_cur = now.rlim_max < wanted ? now.rlim_max : wanted;
    setrlimit(resource, &now);
    return now.rlim_cur;
}

/* Limit of files that the program may have open: as many as the user lets it, and those that it needs. The tool itself needs more: of every
 * finding it keeps open those that names are looked up in. */
static rlim_t files_of_program(void)
{
    enum { NEEDED = WIRE_FD + 12, MANY = 1 << 14 };
    static rlim_t files;
    struct rlimit now;
    if (files)
        return files;
    rlim_t got = raised(RLIMIT_NOFILE, NEEDED);
    if (got < NEEDED)
        die("no more than %ju files may be open at a time (see ulimit -n): mazurka needs %d", (uintmax_t)got, NEEDED);
    files = getrlimit(RLIMIT_NOFILE, &now) == 0 ? now.rlim_cur : NEEDED;
    raised(RLIMIT_NOFILE, MANY);
    return files;
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
 * Libraries open files that would stay open: all that came after the first launch is closed. So is what the tool had opened before (a
 * checkpoint, the way to a courier): when that is closed, a library may be given its number. */
static int first_own_descriptor(void)
{
    static int first;
    if (first == 0) {
        first = STDERR_FILENO + 1;
        for (int flags; (flags = fcntl(first, F_GETFD)) >= 0 && !(flags & FD_CLOEXEC);)
            first++;
    }
    return first;
}

/* The program finds it under this number. The tool, with many files open, may have come to the same: then there is nothing to copy, but it
 * would be closed. */
static bool give_wire(int wire)
{
    return wire == WIRE_FD ? fcntl(wire, F_SETFD, 0) == 0 : dup2(wire, WIRE_FD) == WIRE_FD;
}

/* Between vfork and exec: in the tool's own memory, which a fork would copy the tables of, and on its stack; the tool waits meanwhile.
 * What goes wrong is told through `report`: an errno, or 0 for a note that is in `l`. */
_Noreturn static void become_program(const struct launch *l, int wire, char **environment, pid_t tool, int report, int own)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != tool)
        _exit(EXIT_ERROR);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (l->config.debugged)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* where the system lets only parents trace a process */
    limit(RLIMIT_STACK, STACK_BYTES);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, files_of_program());
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
    if (give_wire(wire))
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

/* The runtime protects and follows whole pages. */
static void refuse_other_pages(void)
{
    long bytes = sysconf(_SC_PAGESIZE);
    if (bytes != PAGE)
        die("this kernel has pages of %ld bytes: mazurka needs one with pages of %d", bytes, PAGE);
}

static pid_t start(struct launch *l)
{
    int own = first_own_descriptor(), wire = make_wire(l), report[2];
    char **environment = make_environment(l->config.wide);
    if (pipe2(report, O_CLOEXEC) < 0)
        die("cannot make a pipe: %s", strerror(errno));
    rewind_input();
    flush_stdout();
    fflush(stderr);
    pid_t tool = getpid(), child = vfork();
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

/* --- the whole ------------------------------------------------------------------------------------------------------- */

/* Nobody who reads the wire later has to doubt its counts. */
static bool is_damaged(const struct wire *w)
{
    return w->magic != WIRE_MAGIC || w->findings > WIRE_MAX_FINDINGS || w->modules > WIRE_MAX_MODULES
        || w->threads > WIRE_MAX_THREADS || w->waiters > WIRE_MAX_WAITERS || w->ranges > WIRE_MAX_RANGES
        || w->decisions > WIRE_MAX_DECISIONS || w->events > WIRE_MAX_EVENTS || w->output_bytes > WIRE_MAX_OUTPUT
        || w->path_count > WIRE_MAX_PATH || w->pairs > WIRE_MAX_PAIRS || w->globals > WIRE_MAX_GLOBALS || w->variables > WIRE_MAX_VARIABLES;
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

/* It came to more threads than the narrow runtime has room for, and that is what it ended with. */
static bool is_too_narrow(const struct launch *l)
{
    bool ended_otherwise = l->wire->verdict == WIRE_BUG && !l->config.all_faults;
    return l->end == LAUNCH_DONE && l->wire->needs_wide && !l->config.wide && !ended_otherwise && !l->interrupted;
}

static void run_once(struct launch *l)
{
    signals_begin();
    pid_t child = start(l);
    if (l->attend)
        l->attend(l, child);
    judge_end(l, watch_until_gone(l, child));
    signals_end();
    l->config.rounds = l->wire->rounds; /* as replays need it */
}

/* Races are told beside whatever else is found: how many of them were met does not weigh, only whether there were any. */
static uint64_t what_was_found(const struct wire *w)
{
    uint64_t bugs = 0;
    bool races = false;
    for (uint32_t i = 0; i < w->findings && i < WIRE_MAX_FINDINGS; i++) {
        bugs += w->finding[i].fault.kind != FAULT_REFUSED && w->finding[i].fault.kind != FAULT_RACE;
        races |= w->finding[i].fault.kind == FAULT_RACE;
    }
    return 2 * bugs + races;
}

/* Again, in the time that is left. If that was too short to meet again what was found before (--all), it is told as it was found. */
static void run_wide(struct launch *l)
{
    struct launch narrow = *l;
    uint64_t limit = l->config.max_milliseconds;
    l->config.wide = true;
    if (limit)
        l->config.max_milliseconds = limit > narrow.milliseconds ? limit - narrow.milliseconds : 1;
    run_once(l);
    l->milliseconds += narrow.milliseconds;
    l->processor_milliseconds += narrow.processor_milliseconds;
    bool lost = what_was_found(l->wire) < what_was_found(narrow.wire);
    launch_free(lost ? l : &narrow);
    if (lost)
        *l = narrow;
}

void launch_run(struct launch *l)
{
    refuse_other_pages();
    files_of_program();
    run_once(l);
    if (is_too_narrow(l))
        run_wide(l);
}

void launch_replay(struct launch *replay, const struct launch *like, const struct wire_range *ranges, size_t range_count,
                     const struct wire_decision *schedule, size_t schedule_count)
{
    *replay = (struct launch){.program = like->program, .argv = like->argv, .config = like->config, .ranges = ranges,
        .range_count = range_count, .schedule = schedule, .schedule_count = schedule_count, .hang_ms = like->hang_ms,
        .show_output = like->show_output, .dead_values = like->dead_values, .orders = like->orders,
        .attend = like->attend};
    struct wire_config *c = &replay->config;
    c->mode = WIRE_REPLAY;
    c->max_states = c->max_memory = c->max_milliseconds = 0;
    c->all_faults = c->guard_determinism = c->self_check = 0;
    c->record_local = 1;
    c->drawn = false;
    launch_run(replay);
}

void launch_free(struct launch *l)
{
    if (l->wire)
        munmap(l->wire, WIRE_SIZE);
    l->wire = NULL;
}
