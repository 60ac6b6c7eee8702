/* start.c - the beginning in a process that `mazurka hunt` has started, and its end: faults, child processes. */
#include <assert.h>
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unwind.h>

#include "base/raw.h"
#include "hunt/children.h"
#include "hunt/hunt_environment.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"
#include "hunt/strategy.h"
#include "hunt/threads.h"

static bool children;

bool children_were_started(void)
{
    return children;
}

/* --- stacks, where the tool asks for an explanation ------------------------------------------------------------------------- */

struct walk {
    uint64_t *pc;
    unsigned  count;
};

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *walk)
{
    struct walk *w = walk;
    w->pc[w->count++] = _Unwind_GetIP(context);
    return w->count == HUNT_MAX_FRAMES ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void hunt_take_stack(struct thread *t)
{
    struct walk w = {.pc = t->is->stack};
    _Unwind_Backtrace(take_frame, &w);
    t->is->frames = w.count;
}

/* --- faults ----------------------------------------------------------------------------------------------------------------- */

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { DEADLY = sizeof deadly / sizeof *deadly };

static void note_crash(int number, uint64_t pc, uint64_t address)
{
    struct thread *me = hunt_self();
    if (me)
        me->inside = true; /* from here on only to its end */
    hunt_wire->crash_thread = me ? me->number + 1 : 0;
    hunt_wire->crash_signal = (uint32_t)number;
    hunt_wire->crash_pc = pc;
    hunt_wire->crash_address = address;
    if (!hunt_wire->explain)
        return;
    struct walk w = {.pc = hunt_wire->crash_stack};
    _Unwind_Backtrace(take_frame, &w);
    hunt_wire->crash_frames = w.count;
}

/* The signal comes again, and kills, when this has returned. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    const ucontext_t *c = context;
#if defined(__x86_64__)
    uint64_t pc = (uint64_t)c->uc_mcontext.gregs[REG_RIP];
#else
    uint64_t pc = c->uc_mcontext.pc;
#endif
    struct sigaction none = {.sa_handler = SIG_DFL};
    sigaction(number, &none, NULL);
    if (hunt_wire)
        note_crash(number, pc, (uint64_t)(uintptr_t)info->si_addr);
    if (info->si_code <= 0) /* it was sent */
        raw_syscall(SYS_tgkill, getpid(), raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0);
}

/* An alternate stack would be the program's to see: a stack that has no room left kills without a note. */
static void watch_for_crashes(void)
{
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_NODEFER};
    for (int i = 0; i < DEADLY; i++)
        sigaction(deadly[i], &action, NULL);
}

EXPORT void abort(void)
{
    if (hunt_wire)
        note_crash(SIGABRT, HUNT_CALLER, 0);
    REAL(abort)();
    __builtin_unreachable();
}

static bool is_handler(const struct sigaction *a)
{
    return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN && a->sa_sigaction != on_crash;
}

static bool any_handler(int without_flag)
{
    enum { FIRST_OF_LIBC = 32, LAST_OF_LIBC = 33 };
    for (int number = 1; number <= 64; number++) {
        struct sigaction a;
        int error = errno;
        bool found = !(number >= FIRST_OF_LIBC && number <= LAST_OF_LIBC) && sigaction(number, NULL, &a) == 0 && is_handler(&a) &&
                     !(a.sa_flags & without_flag);
        errno = error;
        if (found)
            return true;
    }
    return false;
}

bool hunt_expects_signals(void) { return any_handler(0); }
bool hunt_signals_restart(void) { return !any_handler(SA_RESTART); }

/* The folder of a process's threads has two links more than there are threads. */
bool hunt_has_others(void)
{
    struct stat about;
    int error = errno;
    bool others = stat("/proc/self/task", &about) == 0 && about.st_nlink > hunt_live + 2;
    errno = error;
    return others;
}

/* What assert() calls: its text is for the report. */
EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    static void (*real)(const char *, const char *, unsigned, const char *);
    if (hunt_wire) {
        char text[sizeof hunt_wire->message];
        snprintf(text, sizeof text, "%s at %s:%u in %s", expression, file, line, function ? function : "?");
        hunt_fault(HUNT_ASSERTION, text);
        note_crash(SIGABRT, HUNT_CALLER, 0);
    }
    if (!real)
        real = (__typeof__(real))hunt_find_real("__assert_fail");
    real(expression, file, line, function);
    __builtin_unreachable();
}

/* --- child processes: not controlled, with real time ------------------------------------------------------------------------ */

static void be_free(void)
{
    hunt_set_self(NULL);
    hunt_wire = NULL;
}

/* What pthread_atfork() has registered is not controlled: in the child it would change the parent's scheduler. */
EXPORT pid_t fork(void)
{
    struct thread *me = hunt_point(HUNT_FORK, NULL, HUNT_CALLER) ? hunt_self() : NULL;
    children |= me != NULL;
    if (me)
        me->inside = true;
    pid_t pid = REAL(fork)();
    if (me)
        me->inside = false;
    if (pid == 0 && hunt_wire)
        be_free();
    return pid;
}

/* A child that shares memory and the stack would take decisions for its parent: it is a copy, which POSIX allows. */
pid_t vfork(void) __attribute__((returns_twice));
EXPORT pid_t vfork(void)
{
    return fork();
}

EXPORT FILE *popen(const char *command, const char *mode)
{
    children |= hunt_point(HUNT_FORK, NULL, HUNT_CALLER);
    return REAL(popen)(command, mode);
}

#define SPAWN(name)                                                                                                             \
    EXPORT int name(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,                  \
                    const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const environment[restrict]) \
    {                                                                                                                           \
        children |= hunt_point(HUNT_FORK, NULL, HUNT_CALLER);                                                                   \
        return REAL(name)(pid, path, actions, attributes, argv, environment);                                                   \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

EXPORT int system(const char *command)
{
    if (!hunt_point(HUNT_CHILD, NULL, HUNT_CALLER))
        return REAL(system)(command);
    children = true;
    hunt_leave();
    int status = REAL(system)(command), error = errno;
    hunt_return();
    errno = error;
    return status;
}

/* --- the beginning ---------------------------------------------------------------------------------------------------------- */

static int note_module(struct dl_phdr_info *about, size_t size, void *program)
{
    (void)size;
    if (hunt_wire->modules == HUNT_MAX_MODULES)
        return 1;
    struct hunt_module *m = &hunt_wire->module[hunt_wire->modules++];
    *m = (struct hunt_module){.base = about->dlpi_addr, .lo = UINT64_MAX};
    for (int i = 0; i < about->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &about->dlpi_phdr[i];
        uint64_t lo = about->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD)
            continue;
        m->lo = lo < m->lo ? lo : m->lo;
        m->hi = lo + h->p_memsz > m->hi ? lo + h->p_memsz : m->hi;
    }
    const char *path = m == hunt_wire->module ? program : about->dlpi_name;
    for (unsigned i = 0; i + 1 < sizeof m->path && path[i]; i++)
        m->path[i] = path[i];
    return 0;
}

static int take_base(struct dl_phdr_info *about, size_t size, void *base)
{
    (void)size;
    *(uint64_t *)base = about->dlpi_addr;
    return 1;
}

/* A process that runs another program begins anew. */
static void begin_threads(void)
{
    hunt_wire->threads = 0;
    hunt_wire->steps = hunt_wire->switches = hunt_wire->records = hunt_wire->stacks = 0;
    for (unsigned i = 0; i < HUNT_MAX_THREADS; i++)
        hunt_wire->thread[i].state = HUNT_IS_FREE;
    struct thread *first = hunt_thread_new();
    rng_seed(&hunt_random, hunt_wire->seed);
    hunt_strategies[hunt_wire->strategy]->begin();
    first->handle = pthread_self();
    first->is->tid = (uint32_t)getpid();
    hunt_thread_first(first);
    threads_begin();
}

__attribute__((constructor)) static void begin(void)
{
    hunt_resolve();
    struct hunt_wire *wire = environment_take();
    if (!wire)
        return;
    hunt_wire = wire;
    dl_iterate_phdr(take_base, &wire->base);
    wire->process = (uint32_t)getpid();
    wire->modules = 0;
    if (wire->explain) {
        char program[256] = "";
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length > 0 ? length : 0] = '\0';
        dl_iterate_phdr(note_module, program);
    }
    watch_for_crashes();
    begin_threads();
    __atomic_store_n(&wire->started, 1, __ATOMIC_RELEASE);
}
