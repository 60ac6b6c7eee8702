/* drive.c - runs a program under the runtime, if need be in an emulator of another architecture, and prints the result.
 *
 *     drive [-t SECONDS] [-d TABLE] RUNTIME PROGRAM [EMULATOR WORD...]
 *     drive lib/mazurka/libmazurka.so ./program qemu-aarch64 -L /usr/aarch64-linux-gnu
 *
 * `mazurka check` cannot do this: it starts the program itself, and knows only the machine that it runs on. What is done
 * here is the least of src/tool/run/launch.c: the wire is made and filled in, the program runs with the runtime preloaded,
 * self-check and determinism guard on, and what the runtime left in the wire is printed, a word and its value to a line. With a
 * table of `mazurka states --table` dead values are cleared. A fault is replayed, which prints "replay same" if it leads to the same fault.
 * Exit status 0 if the runtime came to an end, 1 if not, 2 for a mistake in using this.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wire/wire.h"

enum {
    WIRE_FD = 500, /* as in src/tool/run/launch.c */
    MAX_WORDS = 32,
    DEFAULT_SECONDS = 60,
};

struct command {
    const char *runtime;
    char       *program, **emulator;
    const char *table;
    unsigned    seconds;
};

static const char *const verdicts[] = {
    [WIRE_NO_VERDICT] = "none",       [WIRE_COMPLETE] = "complete",  [WIRE_BUG] = "bug",
    [WIRE_LIMIT_STATES] = "states",   [WIRE_LIMIT_DEPTH] = "depth",  [WIRE_LIMIT_MEMORY] = "memory",
    [WIRE_LIMIT_TIME] = "time",       [WIRE_STOPPED] = "stopped",    [WIRE_REFUSED] = "refused",
    [WIRE_REPLAYED] = "replayed",     [WIRE_REPLAY_LOST] = "lost",   [WIRE_PARTIAL] = "partial",
    [WIRE_UNSOUND] = "unsound",       [WIRE_CUT] = "cut",
};

static void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("drive: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(2);
}

/* --- one process --------------------------------------------------------------------------------------------------------- */

static void read_table(struct wire *w, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        die("cannot read %s: %s", name, strerror(errno));
    char *section = wire_liveness(w);
    uint64_t size = (fread(section + sizeof size, 1, 1 << 20, file) + 7) & ~(uint64_t)7;
    fclose(file);
    memcpy(section, &size, sizeof size);
    w->liveness_bytes = sizeof size + size;
    w->config.dead_values = WIRE_DEAD_CLEAR;
}

/* qemu 7.2 writes down every page that is mapped, touched or not: it gets small arenas. */
static struct wire *make_wire(const char *table)
{
    int fd = memfd_create("mazurka-wire", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)WIRE_SIZE) < 0 || dup2(fd, WIRE_FD) < 0)
        die("cannot make the wire: %s", strerror(errno));
    struct wire *w = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (w == MAP_FAILED)
        die("cannot map the wire: %s", strerror(errno));
    close(fd);
    w->config = (struct wire_config){.seed = 1, .stack_bytes = 256 << 10, .heap_bytes = 1 << 20, .map_bytes = 512 << 20};
    if (table)
        read_table(w, table);
    w->version = WIRE_VERSION;
    w->magic = WIRE_MAGIC;
    return w;
}

/* The emulator's own loader must not see the runtime: it hands the variables on. Without an emulator, env does. */
static void become_program(const struct command *c) __attribute__((noreturn));
static void become_program(const struct command *c)
{
    char preload[4096], wire[32], *word[MAX_WORDS], **end = word;
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", c->runtime);
    snprintf(wire, sizeof wire, WIRE_ENV "=%d", WIRE_FD);
    char *const variables[] = {preload, "LD_BIND_NOW=1", wire};
    bool emulated = *c->emulator != NULL;
    for (char **from = c->emulator; *from; from++)
        *end++ = *from;
    if (!emulated)
        *end++ = "env";
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        if (emulated)
            *end++ = "-E";
        *end++ = variables[i];
    }
    *end++ = c->program;
    *end = NULL;
    personality(ADDR_NO_RANDOMIZE);
    execvp(word[0], word);
    fprintf(stderr, "drive: cannot run %s: %s\n", word[0], strerror(errno));
    _exit(2);
}

static pid_t child;

static void out_of_time(int unused)
{
    (void)unused;
    kill(child, SIGKILL);
}

static int run(const struct command *c)
{
    fflush(stdout);
    child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0)
        become_program(c);
    alarm(c->seconds);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("cannot wait: %s", strerror(errno));
    alarm(0);
    return status;
}

static bool came_to_an_end(const struct wire *w)
{
    return __atomic_load_n(&w->phase, __ATOMIC_ACQUIRE) == WIRE_DONE;
}

/* --- search and replay --------------------------------------------------------------------------------------------------- */

static const char *verdict_of(const struct wire *w)
{
    return w->verdict < sizeof verdicts / sizeof *verdicts ? verdicts[w->verdict] : "unknown";
}

static void print_fault(const struct fault *f)
{
    printf("kind %s\n", f->kind < FAULT_KINDS ? fault_words[f->kind] : "unknown");
    printf("text %s\nline %u\nthread %u\naddress 0x%lx\n", f->text, f->line, f->thread, (unsigned long)f->addr);
}

static void print_result(const struct wire *w, int status)
{
    const struct wire_counters *c = &w->counters;
    printf("status %d\nsignal %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    printf("phase %u\nverdict %s\nmessage %s\n", w->phase, verdict_of(w), w->message);
    printf("states %lu\ntransitions %lu\nend_states %lu\n", (unsigned long)c->states, (unsigned long)c->transitions,
           (unsigned long)c->end_states);
    printf("deadlocks %lu\nthreads %lu\nnanoseconds %lu\n", (unsigned long)c->deadlocks, (unsigned long)c->threads,
           (unsigned long)c->nanoseconds);
    if (w->findings > 0)
        print_fault(&w->finding[0].fault);
}

static bool same_fault(const struct fault *a, const struct fault *b)
{
    return a->kind == b->kind && a->thread == b->thread && a->line == b->line && strcmp(a->text, b->text) == 0;
}

static void replay(const struct command *command, const struct wire *search)
{
    const struct wire_finding *found = &search->finding[0];
    struct wire *w = make_wire(command->table);
    w->config.mode = WIRE_REPLAY;
    w->ranges = search->ranges;
    memcpy(wire_ranges(w), wire_ranges(search), search->ranges * sizeof(struct wire_range));
    w->path_count = found->count;
    memcpy(wire_decisions(w), wire_decisions(search) + found->first, found->count * sizeof(struct wire_decision));
    int status = run(command);
    if (came_to_an_end(w) && w->findings > 0 && same_fault(&found->fault, &w->finding[0].fault)) {
        printf("replay same\nprinted %lu\n", (unsigned long)w->output_bytes);
        return;
    }
    printf("replay %s, status 0x%x %s\n", verdict_of(w), status, w->message);
    if (w->findings > 0)
        print_fault(&w->finding[0].fault);
}

int main(int argc, char **argv)
{
    struct command command = {.seconds = DEFAULT_SECONDS};
    if (argc > 2 && strcmp(argv[1], "-t") == 0) {
        command.seconds = (unsigned)strtoul(argv[2], NULL, 10);
        argc -= 2;
        argv += 2;
    }
    if (argc > 2 && strcmp(argv[1], "-d") == 0) {
        command.table = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (argc < 3 || argc > MAX_WORDS / 2)
        die("usage: drive [-t SECONDS] [-d TABLE] RUNTIME PROGRAM [EMULATOR WORD...]");
    command.runtime = argv[1];
    command.program = argv[2];
    command.emulator = argv + 3;
    signal(SIGALRM, out_of_time);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    struct wire *w = make_wire(command.table);
    w->config.self_check = w->config.guard_determinism = 1;
    int status = run(&command);
    print_result(w, status);
    if (came_to_an_end(w) && w->verdict == WIRE_BUG)
        replay(&command, w);
    return came_to_an_end(w) ? 0 : 1;
}
