/* debugger.c - see debugger.h. */
#include "world/watch/debugger.h"

#include <string.h>

#include "base/raw.h"
#include "model/op_columns.h"
#include "world/switch.h"
#include "world/watch/export.h"
#include "world/world.h"

struct debugger mz__debugger;

static struct debugger_thread crash[MAX_THREADS]; /* pc 0: the thread has not crashed */

/* The debugger has a breakpoint here. */
void mz__debugger_stop(void);
__attribute__((noinline)) void mz__debugger_stop(void)
{
    __asm__ volatile("" ::: "memory");
}

static void describe(struct debugger_thread *d, const struct thread *t)
{
    const uint64_t *words = (const uint64_t *)t->sp;
    *d = crash[t->number];
    if (!d->pc) {
        d->pc = words[SWITCH_RETURN];
        d->sp = t->sp + 8 * SWITCH_WORDS;
#if defined(__x86_64__)
        memcpy(d->saved, words + 1, 6 * sizeof *words);
#else
        memcpy(d->saved, words, DEBUGGER_SAVED * sizeof *words);
#endif
    }
    d->number = t->number;
    d->start = t->number ? t->start : 0;
    d->operation = (uint64_t)op_call(t->op.kind);
}

static void stop(enum debugger_reason reason, tid thread)
{
    struct debugger *d = &mz__debugger;
    d->reason = reason;
    d->thread = thread;
    d->count = 0;
    d->stride = sizeof *d->at;
    THREADSET_EACH(t, mz__world.live | threadset_of(thread))
        describe(&d->at[d->count++], &mz__world.thread[t]);
    mz__debugger_stop();
}

void debugger_prepare(struct wire *wire)
{
    struct debugger *d = &mz__debugger;
    d->until = wire->config.until;
    if (!wire->config.debugged)
        return;
    __atomic_store_n(&wire->awaits_debugger, true, __ATOMIC_RELEASE);
    while (!*(volatile uint64_t *)&d->attached)
        raw_wait((const uint32_t *)&d->attached, 0, 10000000);
    __atomic_store_n(&wire->awaits_debugger, false, __ATOMIC_RELEASE);
}

/* As if it had been told to stop. */
static void end_here(struct wire *wire)
{
    world_export_waiters(wire);
    wire->verdict = WIRE_STOPPED;
    __atomic_store_n(&wire->phase, WIRE_DONE, __ATOMIC_RELEASE);
    raw_exit(0);
}

void debugger_step(struct wire *wire, const struct thread *t)
{
    if (++mz__debugger.step != mz__debugger.until)
        return;
    if (!wire->config.debugged)
        end_here(wire);
    stop(DEBUGGER_STEP, t->number);
}

void debugger_fault(const struct wire *wire, const struct fault *f)
{
    if (!wire->config.debugged)
        return;
    mz__debugger.kind = (uint64_t)fault_words[f->kind];
    mz__debugger.text = (uint64_t)f->text;
    stop(DEBUGGER_FAULT, (tid)f->thread);
}

void debugger_end(const struct wire *wire)
{
    if (wire->config.debugged && mz__debugger.reason != DEBUGGER_FAULT)
        stop(DEBUGGER_END, threadset_any(mz__world.live) ? threadset_first(mz__world.live) : 0);
}

void debugger_crashed(const struct thread *t, uint64_t pc, uint64_t sp, const uint64_t saved[DEBUGGER_SAVED])
{
    struct debugger_thread *d = &crash[t->number];
    d->pc = pc + 1; /* as if it were a return address, which all others are */
    d->sp = sp;
    memcpy(d->saved, saved, sizeof d->saved);
}
