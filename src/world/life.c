/* life.c - see life.h. */
#include "world/life.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "world/blocks.h"
#include "world/fault_report.h"
#include "world/memory/mem.h"
#include "world/memory/undo.h"
#include "world/state/library_tls.h"
#include "world/state/stack.h"
#include "world/state/tcb.h"
#include "world/switch.h"
#include "world/waiting/waits.h"

/* State of the process, once it has ended: two ends that differ in it are two states. */
static MODEL int exit_status;
MODEL threadset mz__outlived;

/* As if mz__bottom had announced. */
void world_lay_bottom_frame(struct thread *t)
{
    uint64_t *frame = (uint64_t *)t->stack_base - SWITCH_WORDS;
    memset(frame, 0, SWITCH_WORDS * sizeof *frame);
    frame[SWITCH_CONTROL_WORD] = SWITCH_CONTROL;
    frame[SWITCH_RETURN] = (uint64_t)mz__bottom;
    t->sp = (uint64_t)frame;
}

/* The record of calls ends in a guard: recursion that fills it is a stack overflow. */
static struct frame *reserve_frames(tid t)
{
    uint64_t size = FRAMES_MAX * sizeof(struct frame), shift = t * FRAMES_SHIFT;
    char *map = raw_map(NULL, shift + size + SLOT_GUARD, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!map)
        return NULL;
    raw_syscall(SYS_mprotect, (long)(map + shift + size), SLOT_GUARD, PROT_NONE, 0, 0, 0);
    return (struct frame *)(map + shift);
}

/* They lie at the same place in each slot, unless thread-local storage is aligned to more than the slots are shifted by. */
static void note_thread_pointer(struct wire *wire, tid number, uint64_t tp)
{
    if (number == 0)
        wire->thread_pointer = tp;
    wire->thread_pointer_step = mz__layout.slot_span - SLOT_SHIFT;
    if (tp != wire->thread_pointer + number * wire->thread_pointer_step)
        wire->thread_pointer = 0;
}

struct thread *world_birth(tid number, uint64_t start, uint64_t argument, uint64_t pc)
{
    struct world *w = &mz__world;
    struct thread *t = &w->thread[number];
    uint64_t tp = tcb_of(number);
    if (!tp) {
        tp = tcb_make(number);
        if (!tp)
            return NULL;
        library_tls_made(number);
        note_thread_pointer(w->wire, number, tp);
    }
    if (!w->lowest_sp[number])
        w->lowest_sp[number] = slot_stack_base(number);
    if (!t->frames)
        t->frames = reserve_frames(number);
    if (!t->frames)
        return NULL;
    if (!w->setup)
        undo_block(t, sizeof *t);
    struct frame *frames = t->frames;
    struct digest digest = t->digest;
    memset(t, 0, sizeof *t);
    t->frames = frames;
    t->digest = digest;
    t->number = number;
    t->tp = tp;
    t->stack_base = slot_stack_base(number) - THREAD_KEEPSAKE;
    t->hashed_to = t->stack_base;
    t->stack_lo = slot_stack_lo(number);
    t->start = start;
    t->argument = argument;
    t->created_pc = pc;
    t->op.kind = OP_START;
    t->op.pc = start;
    world_lay_bottom_frame(t);
    t->epoch = mz__hot.epoch; /* nothing of it was alive before this epoch */
    t->saved_hi = t->stack_base;
    w->touched |= threadset_of(number);
    w->live |= threadset_of(number);
    w->newborn |= threadset_of(number);
    w->last_born = number;
    uint64_t alive = threadset_size(w->live);
    w->most_threads = alive > w->most_threads ? alive : w->most_threads;
    world_threads_changed();
    world_parked(t);
    return t;
}

void world_death(struct thread *t)
{
    struct world *w = &mz__world;
    world_touch(t);
    mem_clear((void *)t->stack_base, THREAD_KEEPSAKE);
    stack_uncover(t, 0); /* the number, and with it the stack, may be used again */
    tcb_reset(t);
    library_tls_reset(t->number);
    t->depth = 0;
    w->live &= ~threadset_of(t->number);
    world_threads_changed();
    if (!threadset_any(w->live))
        w->end = LTS_ENDED;
}

static void end_everything(enum lts_end how)
{
    struct world *w = &mz__world;
    THREADSET_EACH(t, world_stacks(w))
        world_touch(&w->thread[t]);
    w->live = NO_THREADS;
    if (threadset_any(mz__outlived))
        mem_set(&mz__outlived, NO_THREADS);
    w->newborn = NO_THREADS;
    w->end = how;
    world_threads_changed();
}

void world_outlive(struct thread *t)
{
    struct world *w = &mz__world;
    threadset others = w->live & ~threadset_of(t->number);
    if (threadset_any(others))
        mem_set(&mz__outlived, mz__outlived | others);
    w->live = threadset_of(t->number);
    w->stuck = false;
    world_threads_changed();
}

static enum performed report_exit(struct thread *t, int status)
{
    return world_report(t, FAULT_EXIT, status, 0, "the program ended with status %d", status);
}

const struct fault *world_failed(void)
{
    struct world *w = &mz__world;
    if (w->config.exit_status != WIRE_EXIT_MIXED || exit_status == 0)
        return NULL;
    report_exit(&w->thread[w->exited], exit_status);
    w->faulted = false; /* that is for others to say */
    return &w->fault;
}

enum performed world_process_exit(struct thread *t, int status)
{
    struct world *w = &mz__world;
    if (w->config.exit_status == WIRE_EXIT_ZERO && status != 0)
        return report_exit(t, status);
    threadset stuck = waits_stuck(w);
    if (threadset_any(stuck)) {
        waits_describe(w, stuck, &w->fault);
        w->faulted = true;
    }
    if (threadset_any(stuck) || (w->config.leaks && blocks_leaked(t)))
        return PERFORM_FAULT;
    if (status != 0)
        mem_set(&exit_status, status);
    w->exited = t->number;
    end_everything(LTS_ENDED);
    return PERFORM_ENDED;
}

enum performed world_assumed_away(struct thread *t)
{
    (void)t;
    end_everything(LTS_ASSUMED);
    return PERFORM_ENDED;
}
