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
#include "hunt/checks/checked_heap.h"
#include "hunt/hunt_environment.h"
#include "hunt/checks/hunt_races.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"
#include "hunt/strategy.h"
#include "hunt/threads.h"

static bool children;

bool children_were_started(void)
{
    return children;
}

static void note_child(void)
{
    children = true;
    if (hunt_wire)
        hunt_wire->children = 1;
}

static bool child_point(enum hunt_kind kind, uint64_t pc)
{
    bool controlled = hunt_point(kind, NULL, pc);
    if (controlled)
        note_child();
    return controlled;
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

unsigned hunt_walk_stack(uint64_t pc[HUNT_MAX_FRAMES])
{
    struct walk w = {.pc = pc};
    _Unwind_Backtrace(take_frame, &w);
    return w.count;
}

void hunt_take_stack(struct thread *t)
{
    t->is->frames = hunt_walk_stack(t->is->stack);
}

/* --- faults ----------------------------------------------------------------------------------------------------------------- */

void hunt_fault(enum hunt_fault fault, const char *message)
{
    bool survived = hunt_wire->fault == HUNT_ASSERTION && fault == HUNT_DEADLOCK;
    if (hunt_wire->fault != HUNT_NO_FAULT && !survived)
        return;
    hunt_wire->fault = fault;
    unsigned i = 0;
    for (; i + 1 < sizeof hunt_wire->message && message[i]; i++)
        hunt_wire->message[i] = message[i];
    hunt_wire->message[i] = '\0';
}

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
    hunt_wire->crash_frames = hunt_walk_stack(hunt_wire->crash_stack);
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
    if (hunt_wire && number == SIGSEGV && info->si_code > 0)
        heap_note_crash((uint64_t)(uintptr_t)info->si_addr, pc + 1);
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

bool hunt_has_handlers;

static bool is_handler(const struct sigaction *a)
{
    return a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN && a->sa_sigaction != on_crash;
}

/* The program is not to see ours. */
EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    hunt_has_handlers |= action && is_handler(action);
    int result = REAL(sigaction)(number, action, old);
    if (result == 0 && old && old->sa_flags & SA_SIGINFO && old->sa_sigaction == on_crash)
        *old = (struct sigaction){.sa_handler = SIG_DFL};
    return result;
}

EXPORT __sighandler_t signal(int number, __sighandler_t handler)
{
    hunt_has_handlers |= handler != SIG_DFL && handler != SIG_IGN;
    __sighandler_t old = REAL(signal)(number, handler);
    return old == (__sighandler_t)(void (*)(void))on_crash ? SIG_DFL : old;
}

/* A handler may go on, as those of test frameworks do. */
static void note_abort(uint64_t pc)
{
    struct sigaction action;
    if (sigaction(SIGABRT, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
        note_crash(SIGABRT, pc, 0);
}

EXPORT void abort(void)
{
    if (hunt_wire)
        note_abort(HUNT_CALLER);
    REAL(abort)();
    __builtin_unreachable();
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
            return hunt_has_handlers = true; /* by whatever function it was installed */
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
    bool others = REAL(stat)("/proc/self/task", &about) == 0 && about.st_nlink > hunt_live + 2;
    errno = error;
    return others;
}

bool hunt_has_children(void)
{
    siginfo_t about;
    int error = errno;
    bool none = !children || (REAL(waitid)(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD);
    errno = error;
    return !none;
}

/* What assert() calls: its text is for the report. */
EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    static void (*real)(const char *, const char *, unsigned, const char *);
    if (hunt_wire) {
        char text[sizeof hunt_wire->message];
        snprintf(text, sizeof text, "%s at %s:%u in %s", expression, file, line, function ? function : "?");
        hunt_fault(HUNT_ASSERTION, text);
        note_abort(HUNT_CALLER);
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
static pid_t fork_by(pid_t (*real)(void), uint64_t pc)
{
    struct thread *me = child_point(HUNT_FORK, pc) ? hunt_self() : NULL;
    if (me)
        me->inside = true;
    pid_t pid = real();
    if (me)
        me->inside = false;
    if (pid == 0 && hunt_wire)
        be_free();
    return pid;
}

EXPORT pid_t fork(void) { return fork_by(REAL(fork), HUNT_CALLER); }
EXPORT pid_t _Fork(void) { return fork_by(REAL(_Fork), HUNT_CALLER); }

/* A child that shares memory and the stack would take decisions for its parent: it is a copy, which POSIX allows. */
pid_t vfork(void) __attribute__((returns_twice));
EXPORT pid_t vfork(void)
{
    return fork();
}

EXPORT FILE *popen(const char *command, const char *mode)
{
    child_point(HUNT_FORK, HUNT_CALLER);
    return REAL(popen)(command, mode);
}

#define SPAWN(name)                                                                                                             \
    EXPORT int name(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,                  \
                    const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const environment[restrict]) \
    {                                                                                                                           \
        child_point(HUNT_FORK, HUNT_CALLER);                                                                                    \
        return REAL(name)(pid, path, actions, attributes, argv, environment);                                                   \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

EXPORT int system(const char *command)
{
    if (!child_point(HUNT_CHILD, HUNT_CALLER))
        return REAL(system)(command);
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
    hunt_wire->idle = hunt_wire->takeover = 0;
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
    races_begin();
    heap_begin();
    watch_for_crashes();
    pthread_atfork(note_child, NULL, be_free); /* for daemon() and forkpty(), which do not call fork() by its name */
    begin_threads();
    __atomic_store_n(&wire->started, 1, __ATOMIC_RELEASE);
}

/* The process ends with the thread that has returned from main, or calls exit(): others may do something before. */
__attribute__((destructor)) static void end(void)
{
    if (hunt_wire)
        hunt_point(HUNT_END, NULL, HUNT_CALLER);
}
