/* identity.c - memory: exclusive-or over the words that differ from the first state; threads: stack, registers, pending
 * operation and libraries' thread-local storage, computed again for the threads that ran. */
#include "world/identity.h"

#include <string.h>

#include "world/hash.h"
#include "world/stack.h"
#include "world/tcb.h"
#include "world/undo.h"

enum { FOREIGN_MAX = 1024 };

/* Libraries' thread-local storage hardly ever changes: hash it only when it does. Not rewound: it is checked against the
 * contents each time. */
static struct foreign_cache {
    struct digest digest;
    bool          valid;
    _Alignas(8) char copy[FOREIGN_MAX];
} foreign_cache[MAX_THREADS];

static bool same_words(const char *a, const char *b, uint64_t size)
{
    uint64_t difference = 0;
    for (uint64_t n = 0; n < size; n += 8)
        difference |= *(const uint64_t *)(a + n) ^ *(const uint64_t *)(b + n);
    return difference == 0;
}

static struct digest foreign_digest(const struct thread *t)
{
    uint64_t lo, hi;
    tcb_foreign(t->tp, &lo, &hi);
    struct foreign_cache *c = &foreign_cache[t->number];
    uint64_t size = hi - lo;
    if (size > FOREIGN_MAX)
        return hash_bytes((void *)lo, size);
    if (!c->valid || !same_words(c->copy, (const char *)lo, size)) {
        memcpy(c->copy, (void *)lo, size);
        c->digest = hash_bytes(c->copy, size);
        c->valid = true;
    }
    return c->digest;
}

static struct digest thread_digest(struct world *w, struct thread *t)
{
    if (!threadset_has(w->live, t->number))
        return (struct digest){0, 0};
    const struct op *op = &t->op;
    /* The second range of a plain read (tsan_access.c) only says what to note again: it is no part of the state. */
    uint64_t second = op->kind == OP_READ ? 0 : op->addr2 ^ (uint64_t)op->size2 << 48;
    struct digest d = hash_word(op->addr, op->kind | (uint64_t)op->detail << 16 | (uint64_t)op->order << 24 | (uint64_t)op->size << 32);
    d = hash_join(d, hash_word(op->arg[0], second));
    d = hash_join(d, hash_word(op->arg[1], op->arg[2]));
    d = hash_join(d, hash_word(t->resume_at, (uint64_t)t->number << 32 | t->atomic));
    return hash_join(hash_join(stack_digest(t), d), foreign_digest(t));
}

/* A note in a thread's slot: its stack, or its thread-local storage. */
static bool belongs_to_thread(struct world *w, uint64_t addr)
{
    struct thread *t = &w->thread[slot_of(addr)];
    if (!t->tp)
        return false; /* a wild write to where no thread has ever been */
    if (addr >= slot_stack_base(t->number) && !tcb_is_foreign(t->tp, addr))
        return false;
    if (!threadset_has(w->live, t->number))
        return true;
    world_touch(t);
    if (addr < slot_stack_base(t->number))
        stack_dirtied(t, addr);
    return true;
}

static void commit_memory(struct world *w)
{
    char *at = mz__hot.undo_top, *start = mz__hot.epoch_start;
    while (at > start) {
        uint64_t addr = ((uint64_t *)at)[-1];
        if (addr & UNDO_BLOCK) {
            at -= 16 + ((uint64_t *)at)[-2];
            continue;
        }
        at -= 16;
        if (addr & UNDO_QUIET)
            continue;
        uint64_t old = ((uint64_t *)at)[0], now = *(uint64_t *)addr;
        if (old == now || (in_slots(addr) && belongs_to_thread(w, addr)))
            continue;
        w->digest = digest_xor(w->digest, digest_xor(hash_word(addr, old), hash_word(addr, now)));
    }
}

void identity_new_epoch(void)
{
    mz__hot.epoch++;
    mz__hot.epoch_start = mz__hot.undo_top;
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
    w->touched = 0;
    identity_new_epoch();
    return w->digest;
}
