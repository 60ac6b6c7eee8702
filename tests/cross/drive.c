/* drive.c - runs a program under the runtime, if need be in an emulator of another architecture, and prints the result.
 *
 *     drive [-t SECONDS] RUNTIME PROGRAM [EMULATOR WORD...]
 *
 *     drive lib/mazurka/libmazurka.so ./program qemu-aarch64 -L /usr/aarch64-linux-gnu
 *
 * `mazurka check` cannot do this: it starts the program itself, and knows the machine that it runs on only. What is done
 * here is the least of src/tool/launch.c: the wire is made and filled in, the program runs with the runtime preloaded, with
 * self-check and the determinism guard on, and what the runtime left in the wire is printed, a word and a value to a line.
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
    WIRE_FD = 500, /* as in src/tool/launch.c */
    MAX_WORDS = 32,
    DEFAULT_SECONDS = 60,
};

static const char *const verdicts[] = {
    [WIRE_NO_VERDICT] = "none",      [WIRE_COMPLETE] = "complete",  [WIRE_BUG] = "bug",           [WIRE_LIMIT_STATES] = "states",
    [WIRE_LIMIT_DEPTH] = "depth",    [WIRE_LIMIT_MEMORY] = "memory", [WIRE_LIMIT_TIME] = "time",   [WIRE_STOPPED] = "stopped",
    [WIRE_REFUSED] = "refused",      [WIRE_REPLAYED] = "replayed",  [WIRE_REPLAY_LOST] = "lost",  [WIRE_PARTIAL] = "partial",
    [WIRE_UNSOUND] = "unsound",
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

/* Small reservations: qemu 7.2 writes down every page that is mapped, touched or not. */
static void fill_in(struct wire_config *c)
{
    c->seed = 1;
    c->stack_bytes = 256 << 10;
    c->heap_bytes = 4 << 20;
    c->map_bytes = 1 << 30;
    c->max_memory = 256 << 20;
    c->self_check = 1;
    c->guard_determinism = 1;
}

static struct wire *make_wire(void)
{
    int fd = memfd_create("mazurka-wire", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)WIRE_SIZE) < 0 || dup2(fd, WIRE_FD) < 0)
        die("cannot make the wire: %s", strerror(errno));
    struct wire *w = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (w == MAP_FAILED)
        die("cannot map the wire: %s", strerror(errno));
    fill_in(&w->config);
    w->version = WIRE_VERSION;
    w->magic = WIRE_MAGIC;
    return w;
}

/* The emulator's own loader must not see the runtime: it hands the variables on. Without an emulator, env does. */
static void become_program(const char *runtime, char *program, char **emulator)
{
    char preload[4096], wire[32], *word[MAX_WORDS], **end = word;
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", runtime);
    snprintf(wire, sizeof wire, WIRE_ENV "=%d", WIRE_FD);
    char *const variables[] = {preload, "LD_BIND_NOW=1", wire};
    bool emulated = *emulator != NULL;
    if (!emulated)
        *end++ = "env";
    while (*emulator)
        *end++ = *emulator++;
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        if (emulated)
            *end++ = "-E";
        *end++ = variables[i];
    }
    *end++ = program;
    *end = NULL;
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    personality(ADDR_NO_RANDOMIZE);
    if (!freopen("/dev/null", "w", stdout))
        _exit(2);
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

static int wait_for_it(unsigned seconds)
{
    int status;
    struct sigaction action = {.sa_handler = out_of_time, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("cannot wait: %s", strerror(errno));
    return status;
}

static void print_result(const struct wire *w, int status)
{
    const struct wire_counters *c = &w->counters;
    printf("status %d\nsignal %d\nphase %u\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
           w->phase);
    printf("verdict %s\n", w->verdict < sizeof verdicts / sizeof *verdicts ? verdicts[w->verdict] : "unknown");
    printf("message %s\n", w->message);
    printf("states %lu\ntransitions %lu\nend_states %lu\ndeadlocks %lu\nthreads %lu\nnanoseconds %lu\n", (unsigned long)c->states,
           (unsigned long)c->transitions, (unsigned long)c->end_states, (unsigned long)c->deadlocks, (unsigned long)c->threads,
           (unsigned long)c->nanoseconds);
    if (w->findings == 0)
        return;
    const struct fault *f = &w->finding[0].fault;
    printf("kind %s\n", f->kind < FAULT_KINDS ? fault_words[f->kind] : "unknown");
    printf("text %s\nline %u\nthread %u\naddress 0x%lx\n", f->text, f->line, f->thread, (unsigned long)f->addr);
}

int main(int argc, char **argv)
{
    unsigned seconds = DEFAULT_SECONDS;
    if (argc > 2 && strcmp(argv[1], "-t") == 0) {
        seconds = (unsigned)strtoul(argv[2], NULL, 10);
        argc -= 2;
        argv += 2;
    }
    if (argc < 3 || argc > MAX_WORDS / 2)
        die("usage: drive [-t SECONDS] RUNTIME PROGRAM [EMULATOR WORD...]");
    struct wire *w = make_wire();
    child = fork();
    if (child < 0)
        die("cannot start a process: %s", strerror(errno));
    if (child == 0)
        become_program(argv[1], argv[2], argv + 3);
    int status = wait_for_it(seconds);
    print_result(w, status);
    return __atomic_load_n(&w->phase, __ATOMIC_ACQUIRE) == WIRE_DONE ? 0 : 1;
}
