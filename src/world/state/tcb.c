/* tcb.c - making and switching thread control blocks. */
#include "world/state/tcb.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <asm/prctl.h>
#endif

#include "base/raw.h"
#include "world/loaded/modules.h"
#include "world/memory/layout.h"
#include "world/memory/undo.h"
#include "world/thread_pointer.h"

/* Extents relative to the thread pointer, as two's complement offsets. */
struct extent {
    uint64_t lo, hi;
};

static struct {
    uint64_t own_tp;        /* the process's own */
    uint64_t current;
    uint64_t self_below;    /* a pthread_t points so far below the thread pointer (on x86_64 it is the thread pointer) */
    uint64_t cleared_above; /* so far above it is the number that the kernel clears when the thread has ended; 0: not known */
    bool     fsgsbase;
    struct extent all;      /* static thread-local storage of all modules */
    struct extent foreign;  /* of those that are not instrumented */
    struct extent program[MAX_THREADS]; /* of instrumented ones */
    unsigned programs;
    uint64_t made[MAX_THREADS];
    char    *initial;       /* contents of `all` in a new thread */
} tcb;

void tcb_use(uint64_t tp)
{
    if (tp == tcb.current)
        return;
    tcb.current = tp;
#if defined(__x86_64__)
    if (tcb.fsgsbase)
        __asm__ volatile("wrfsbase %0" : : "r"(tp) : "memory");
    else
        raw_syscall(SYS_arch_prctl, ARCH_SET_FS, (long)tp, 0, 0, 0, 0);
#else
    __asm__ volatile("msr tpidr_el0, %0" : : "r"(tp) : "memory");
#endif
}

uint64_t tcb_current(void)
{
    return tcb.current;
}

uint64_t tcb_self(uint64_t tp)
{
    return tp - tcb.self_below;
}

static void widen(struct extent *e, uint64_t lo, uint64_t hi)
{
    if (e->lo == e->hi)
        *e = (struct extent){lo, hi};
    e->lo = (int64_t)lo < (int64_t)e->lo ? lo : e->lo;
    e->hi = (int64_t)hi > (int64_t)e->hi ? hi : e->hi;
}

static int note_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_TLS || !info->dlpi_tls_data)
            continue;
        uint64_t lo = ((uint64_t)info->dlpi_tls_data - tcb.own_tp) & ~(uint64_t)7;
        uint64_t hi = ((uint64_t)info->dlpi_tls_data - tcb.own_tp + ph->p_memsz + 7) & ~(uint64_t)7;
        widen(&tcb.all, lo, hi);
        if (modules_instrumented(info))
            tcb.program[tcb.programs++] = (struct extent){lo, hi};
        else
            widen(&tcb.foreign, lo, hi);
    }
    return 0;
}

/* glibc has it at the same place for all threads. Some kernels are built without the answer. */
static uint64_t find_cleared(void)
{
    uint32_t *number = NULL;
    if (raw_syscall(SYS_prctl, PR_GET_TID_ADDRESS, (long)&number, 0, 0, 0, 0) != 0 || !number || *number != (uint32_t)gettid())
        return 0;
    return (uint64_t)number - tcb.own_tp;
}

bool tcb_prepare(void)
{
    pthread_t (*real_self)(void) = (pthread_t (*)(void))dlsym(RTLD_NEXT, "pthread_self");
    tcb.own_tp = tcb.current = read_thread_pointer();
    tcb.self_below = tcb.own_tp - (uint64_t)real_self();
    tcb.cleared_above = find_cleared();
#if defined(__x86_64__)
    tcb.fsgsbase = (getauxval(AT_HWCAP2) & 2) != 0;
#endif
    dl_iterate_phdr(note_module, NULL);
    uint64_t size = tcb.all.hi - tcb.all.lo;
    tcb.initial = raw_map(NULL, size + 8, PROT_READ | PROT_WRITE, 0);
    return tcb.initial != NULL;
}

static void *donor(void *number)
{
    __atomic_store_n((long *)number, syscall(SYS_gettid), __ATOMIC_RELEASE);
    syscall(SYS_exit, 0);
    return NULL;
}

/* Its memory is ours only when the kernel has let go of it. */
static void await_end(uint64_t tp, const long *number)
{
    const uint32_t *cleared = (const uint32_t *)(tp + tcb.cleared_above);
    if (tcb.cleared_above) {
        for (uint32_t value; (value = __atomic_load_n(cleared, __ATOMIC_ACQUIRE)) != 0;)
            raw_wait(cleared, value, 1000000000);
        return;
    }
    while (!__atomic_load_n(number, __ATOMIC_ACQUIRE))
        raw_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    while (raw_syscall(SYS_tgkill, getpid(), *number, 0, 0, 0, 0) == 0)
        raw_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

static uint64_t make(tid t)
{
    int (*real_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
    long number = 0;
    pthread_attr_t attr;
    pthread_t thread;
    void *memory = (void *)slot_stack_base(t);
    if (!layout_open_slot(t) || pthread_attr_init(&attr) != 0 || pthread_attr_setstack(&attr, memory, SLOT_TCB) != 0 ||
        real_create(&thread, &attr, donor, &number) != 0)
        return 0;
    uint64_t tp = (uint64_t)thread + tcb.self_below;
    await_end(tp, &number);
    return tp;
}

uint64_t tcb_make(tid t)
{
    if (!tcb.made[t]) {
        uint64_t before = tcb.current;
        bool first = t == 0;
        tcb_use(tcb.own_tp);
        tcb.made[t] = make(t);
        if (first && tcb.made[t])
            memcpy(tcb.initial, (void *)(tcb.made[t] + tcb.all.lo), tcb.all.hi - tcb.all.lo);
        tcb_use(before);
    }
    return tcb.made[t];
}

uint64_t tcb_of(tid t)
{
    return tcb.made[t];
}

void tcb_adopt_main(uint64_t tp)
{
    memcpy((void *)(tp + tcb.all.lo), (void *)(tcb.own_tp + tcb.all.lo), tcb.all.hi - tcb.all.lo);
}

void tcb_reset(const struct thread *t)
{
    for (unsigned i = 0; i < tcb.programs; i++) {
        struct extent e = tcb.program[i];
        for (uint64_t word = e.lo; word != e.hi; word += 8) {
            uint64_t *at = (uint64_t *)(t->tp + word), value = *(uint64_t *)(tcb.initial + (word - tcb.all.lo));
            if (*at == value)
                continue;
            undo_range((uint64_t)at, 8, 0);
            *at = value;
        }
    }
}

void tcb_foreign(uint64_t tp, uint64_t *lo, uint64_t *hi)
{
    *lo = tp + tcb.foreign.lo;
    *hi = tp + tcb.foreign.hi;
}

bool tcb_is_foreign(uint64_t tp, uint64_t addr)
{
    for (unsigned i = 0; i < tcb.programs; i++)
        if (addr - (tp + tcb.program[i].lo) < tcb.program[i].hi - tcb.program[i].lo)
            return false;
    return true;
}

bool tcb_program(uint64_t tp, unsigned index, uint64_t *lo, uint64_t *hi)
{
    if (index >= tcb.programs)
        return false;
    *lo = tp + tcb.program[index].lo;
    *hi = tp + tcb.program[index].hi;
    return true;
}
