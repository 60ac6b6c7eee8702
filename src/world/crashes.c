/* crashes.c - a crash signal in program code is a finding: the thread is given up where it is, with the crash as its next
 * operation, and the engine goes on. In the engine's own code, while it touches memory that the program named, the same
 * holds. Anywhere else it is our own bug. Handlers run on their own stack and leave it by jumping. */
#include "world/crashes.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <dlfcn.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/watch/debugger.h"
#include "world/hot.h"
#include "world/memory/undo.h"
#include "world/outside/outside.h"
#include "world/setup/captured.h"
#include "world/stepping.h"
#include "world/switch.h"
#include "world/waiting/spinning.h"
#include "world/watch/reached_code.h"

enum { HANDLER_STACK = 256 << 10, CAUGHT_CALL = 1 }; /* the latter: SYS_SECCOMP, which glibc does not name */

static uint64_t pc_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#else
    return context->uc_mcontext.pc;
#endif
}

static uint64_t sp_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#else
    return context->uc_mcontext.sp;
#endif
}

static void go_on_at(ucontext_t *context, uint64_t pc)
{
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#else
    context->uc_mcontext.pc = pc;
#endif
}

/* For a debugger, which shows where the thread was. */
static void note_registers(const ucontext_t *context)
{
    uint64_t saved[DEBUGGER_SAVED] = {0};
#if defined(__x86_64__)
    static const int kept[] = {REG_R15, REG_R14, REG_R13, REG_R12, REG_RBX, REG_RBP};
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
        saved[i] = (uint64_t)context->uc_mcontext.gregs[kept[i]];
#else
    memcpy(saved, &context->uc_mcontext.regs[19], sizeof saved);
#endif
    debugger_crashed(mz__hot.running, pc_of(context), sp_of(context), saved);
}

static const char *name_of(int signal)
{
    switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic exception";
    case SIGILL: return "illegal instruction";
    case SIGTRAP: return "trap";
    case SIGABRT: return "abort";
    case SIGSYS: return "bad system call";
    default: return "signal";
    }
}

static void internal_error(int signal, uint64_t pc, uint64_t addr)
{
    struct wire *wire = mz__world.wire;
    text_format(wire->message, sizeof wire->message, "the checker itself crashed: %s at 0x%lx, address 0x%lx", name_of(signal),
                (unsigned long)pc, (unsigned long)addr);
    struct fault *f = &wire->finding[0].fault;
    memset(f, 0, sizeof *f);
    f->kind = FAULT_INTERNAL;
    f->pc = pc;
    f->addr = addr;
    text_copy(f->text, sizeof f->text, wire->message);
    wire->findings = 1;
    wire->verdict = WIRE_REFUSED;
    __atomic_store_n(&wire->phase, WIRE_DONE, __ATOMIC_RELEASE);
    raw_exit(70);
}

/* The path has become longer than the log has room for. */
static void out_of_room(void)
{
    struct wire *wire = mz__world.wire;
    wire->verdict = WIRE_LIMIT_MEMORY;
    __atomic_store_n(&wire->phase, WIRE_DONE, __ATOMIC_RELEASE);
    raw_exit(70);
}

/* Did the running thread go beyond the end of its stack? A frame that is larger than the guard may lie behind that. */
static bool is_beyond_stack(uint64_t addr, uint64_t sp)
{
    const struct thread *t = mz__hot.running;
    return t && (addr - slot_lo(t->number) < SLOT_GUARD || addr - (uint64_t)&t->frames[FRAMES_MAX] < SLOT_GUARD || sp < slot_lo(t->number));
}

static void leave_at(uint64_t pc, uint64_t sp, enum fault_kind kind, int signal, uint64_t addr, const char *text)
{
    bool program = mz__hot.running != NULL;
    stepping_crashed(kind, signal, program ? pc : 0, program ? sp : 0, addr, text);
    if (program)
        mz__abandon();
    stepping_escape();
}

static void leave(enum fault_kind kind, int signal, const ucontext_t *context, uint64_t addr, const char *text)
{
    if (mz__world.config.debugged && mz__hot.running)
        note_registers(context);
    leave_at(pc_of(context), sp_of(context), kind, signal, addr, text);
}

/* All of the stack is used. A hook that has noticed it tells where its function is (tsan_access.c). */
static void leave_full_stack(const ucontext_t *context, uint64_t addr)
{
    const struct thread *t = mz__hot.running;
    uint64_t pc = pc_of(context), sp = sp_of(context);
    if (addr == slot_lo(t->number) && !layout_segment(pc))
        pc = t->frames[t->depth].hook - 1;
    leave_at(pc, sp < t->stack_lo ? t->stack_lo : sp, FAULT_STACK, SIGSEGV, addr, "stack overflow");
}

/* The program has forked this process. */
static bool forked;

void crashes_forget(void)
{
    forked = true;
}

/* The instruction that has crashed is done again. */
static void crash_really(int signal)
{
    struct { void (*handler)(int); unsigned long flags; void *restorer; uint64_t mask; } action = {.handler = SIG_DFL};
    raw_syscall(SYS_rt_sigaction, signal, (long)&action, 0, sizeof action.mask, 0, 0);
}

static void on_crash(int signal, siginfo_t *info, void *context)
{
    if (signal == SIGSYS && info->si_code == CAUGHT_CALL && captured_call(context))
        return;
    uint64_t pc = pc_of(context);
    if (signal == SIGILL && reached_code_here(pc))
        return;
    bool comes_outside = signal == SIGSEGV || signal == SIGILL;
    if (comes_outside && outside_goes_on(pc))
        return;
    uint64_t addr = (uint64_t)info->si_addr, thunk = comes_outside ? outside_stray(pc) : 0;
    if (signal == SIGSEGV && undo_is_beyond(addr))
        out_of_room();
    if (thunk) {
        go_on_at(context, thunk);
        return;
    }
    bool full = signal == SIGSEGV && is_beyond_stack(addr, sp_of(context));
    if (signal == SIGSEGV && !full && layout_open_slot_at(addr))
        return;
    if (forked) {
        crash_really(signal);
        return;
    }
    if (!mz__hot.running && !mz__stepping.guarded)
        internal_error(signal, pc_of(context), addr);
    if (full)
        leave_full_stack(context, addr);
    leave(FAULT_CRASH, signal, context, addr, name_of(signal));
}

/* Set-up may compute for long: that many questions are answered before it counts as a runaway. */
enum { SETUP_PATIENCE = 6 };

/* The tool has not seen the engine in control for a while. */
static void on_question(int signal, siginfo_t *info, void *context)
{
    (void)info;
    static unsigned asked;
    if (mz__world.setup && ++asked < SETUP_PATIENCE) {
        mz__world.wire->counters.heartbeat++;
    } else if (mz__hot.running && world_tracks(&mz__world) && !mz__world.looking) { /* it may compute: its hooks do not say so */
        mz__world.wire->counters.heartbeat++;
        spinning_start_looking(&mz__world);
    } else if (mz__hot.running)
        leave(FAULT_RUNAWAY, signal, context, 0, "runs on without reaching a visible operation");
}

bool crashes_install(void)
{
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp = raw_map(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, 0);
    if (!stack.ss_sp || sigaltstack(&stack, NULL) != 0)
        return false;
    /* Ours, not the stand-in that the program sees. */
    int (*real_sigaction)(int, const struct sigaction *, struct sigaction *) = dlsym(RTLD_NEXT, "sigaction");
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    real_sigaction = real_sigaction ? real_sigaction : sigaction;
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    action.sa_sigaction = on_crash;
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (real_sigaction(crashes[i], &action, NULL) != 0)
            return false;
    action.sa_sigaction = on_question;
    return real_sigaction(SIGUSR1, &action, NULL) == 0;
}
