/* identity.c - memory: exclusive-or over the words that differ from the first state; threads: stack, registers, pending
 * operation and libraries' thread-local storage, computed again for the threads that ran. */
#include "world/state/identity.h"

#include "base/page.h"
#include "world/memory/hash.h"
#include "world/memory/pages.h"
#include "world/memory/undo.h"
#include "world/state/foresight.h"
#include "world/state/library_tls.h"
#include "world/state/stack.h"
#include "world/state/tcb.h"
#include "world/state/unread_memory.h"

/* A pending operation and what goes with it. The products do not wait for each other. */
static struct digest op_digest(const struct thread *t)
{
    const struct op *op = &t->op;
    uint64_t what = op->kind | (uint64_t)op->detail << 16 | (uint64_t)op->order << 24 | (uint64_t)op->size << 32;
    /* The second range of a plain read (tsan_access.c) only says what to note again: it is no part of the state. */
    uint64_t second = op->kind == OP_READ ? 0 : op->addr2 ^ (uint64_t)op->size2 << 48;
    uint64_t whose = (uint64_t)t->number << 32 | t->atomic;
    struct digest a = hash_pair(op->addr, what, 0), b = hash_pair(op->arg[0], second, 1);
    struct digest c = hash_pair(op->arg[1], op->arg[2], 2), d = hash_pair(t->returns, whose, 3);
    return (struct digest){a.lo + b.lo + c.lo + d.lo, a.hi + b.hi + c.hi + d.hi};
}

static struct digest thread_digest(struct world *w, struct thread *t)
{
    struct digest foreign = library_tls_settle(t->number);
    if (!threadset_has(world_stacks(w), t->number))
        return (struct digest){0, 0};
    return hash_join(hash_join(stack_digest(t), op_digest(t)), foreign);
}

/* A note in a thread's slot: its stack, or its thread-local storage. */
static bool belongs_to_thread(struct world *w, uint64_t addr, uint64_t *old)
{
    struct thread *t = &w->thread[slot_of(addr)];
    if (!t->tp)
        return false; /* a wild write to where no thread has ever been */
    if (addr >= t->stack_base) {
        if (addr < slot_stack_base(t->number) || !tcb_is_foreign(t->tp, addr))
            return false;
        const uint64_t *settled = library_tls_settled(t->number, addr);
        if (settled)
            *old = *settled;
    }
    if (!threadset_has(world_stacks(w), t->number))
        return true;
    if (addr >= t->hashed_to && addr < t->stack_base)
        return false; /* of the code that calls main: a wild write */
    world_touch(t);
    if (addr < t->stack_base)
        stack_dirtied(t, addr);
    return true;
}

static void commit_page(struct world *w, uint64_t page, const char *bytes)
{
    const uint64_t *now = (const uint64_t *)page, *old = (const uint64_t *)bytes;
    byte_owner owner = OWN_UNTOUCHED;
    if (!w->foresight.on || sharing_page_owner(page, &owner)) {
        struct digest change = pages_change(page, old);
        w->digest = digest_xor(w->digest, change);
        if (w->foresight.on)
            foresight_changed_by(w, owner, change);
        return;
    }
    for (unsigned i = 0; i < PAGE / 8; i++) {
        uint64_t addr = page + 8 * i, was = old ? old[i] : 0;
        if (was == now[i])
            continue;
        struct digest change = digest_xor(hash_word(addr, was), hash_word(addr, now[i]));
        w->digest = digest_xor(w->digest, change);
        foresight_changed(w, addr, change);
    }
}

/* Returns where the record begins. What large memory held is not in a key of foresight. */
static __attribute__((cold, noinline)) char *commit_pages(struct world *w, char *end)
{
    struct undo_range r = undo_range_before(end);
    w->foresight.learning = false;
    for (uint64_t n = 0; n < r.size; n += PAGE)
        commit_page(w, r.addr + n, r.bytes ? r.bytes + n : NULL);
    return r.start;
}

static void commit_memory(struct world *w)
{
    char *at = mz__hot.undo_top, *start = mz__hot.epoch_start;
    while (at > start) {
        uint64_t addr = ((uint64_t *)at)[-1];
        if (addr & UNDO_RANGE) {
            at = addr & UNDO_PAGES ? commit_pages(w, at) : at - 16 - ((uint64_t *)at)[-2];
            continue;
        }
        at -= 16;
        if (addr & UNDO_QUIET)
            continue;
        if (w->foresight.learning)
            foresight_noted(w, addr);
        uint64_t old = ((uint64_t *)at)[0], now = *(uint64_t *)addr;
        if ((in_slots(addr) && belongs_to_thread(w, addr, (uint64_t *)at)) || old == now)
            continue;
        struct digest change = digest_xor(hash_word(addr, old), hash_word(addr, now));
        w->digest = digest_xor(w->digest, change);
        if (w->foresight.on)
            foresight_changed(w, addr, change);
        if (w->matching && unread_memory_has(addr))
            w->unread = digest_xor(w->unread, change);
    }
}

void identity_new_epoch(void)
{
    mz__hot.epoch++;
    mz__hot.epoch_start = mz__hot.undo_top;
}

void identity_end_epoch(struct world *w)
{
    uint64_t epoch = mz__hot.epoch;
    commit_memory(w);
    identity_new_epoch();
    THREADSET_EACH(t, world_stacks(w))
        if (w->thread[t].epoch == epoch)
            w->thread[t].epoch = mz__hot.epoch;
}

struct digest identity_commit(struct world *w)
{
    commit_memory(w);
    THREADSET_EACH(t, w->touched) {
        struct thread *thread = &w->thread[t];
        struct digest now = thread_digest(w, thread);
        w->digest = digest_xor(w->digest, digest_xor(thread->digest, now));
        thread->digest = now;
    }
    foresight_end(w, w->touched);
    w->touched = NO_THREADS;
    identity_new_epoch();
    return w->digest;
}
