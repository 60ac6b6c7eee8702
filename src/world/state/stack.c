/* stack.c - see stack.h. */
#include "world/state/stack.h"

#include "world/memory/hash.h"
#include "world/memory/undo.h"

enum { RUNNING_FRAMES = 2 }; /* the running function and its caller */

/* Upper end of the region that frames [from, depth) cover. */
static uint64_t region_end(const struct thread *t, uint32_t from)
{
    return from == 0 ? t->stack_base : t->frames[from - 1].sp;
}

static uint32_t running_from(uint32_t depth)
{
    return depth > RUNNING_FRAMES ? depth - RUNNING_FRAMES : 0;
}

void stack_save(struct thread *t)
{
    undo_block(t, THREAD_CHANGING);
    t->epoch = mz__hot.epoch;
    t->saved = running_from(t->depth);
    t->saved_hi = region_end(t, t->saved);
    if (t->chained > t->saved)
        t->chained = t->saved;
    undo_block((void *)t->sp, t->saved_hi - t->sp);
    undo_block(&t->frames[t->saved], (t->depth - t->saved) * sizeof(struct frame));
}

void stack_uncover(struct thread *t, uint32_t depth)
{
    uint32_t from = running_from(depth);
    if (from >= t->saved)
        return;
    uint64_t end = region_end(t, from);
    if (end > t->saved_hi)
        undo_block((void *)t->saved_hi, end - t->saved_hi);
    undo_block(&t->frames[from], (t->saved - from) * sizeof(struct frame));
    t->saved = from;
    t->saved_hi = end;
    if (t->chained > from)
        t->chained = from;
}

void stack_dirtied(struct thread *t, uint64_t addr)
{
    uint32_t valid = t->chained < t->saved ? t->chained : t->saved; /* from t->saved on they are noted already */
    while (t->chained > 0 && t->frames[t->chained - 1].sp <= addr)
        t->chained--;
    if (t->chained < valid)
        undo_block(&t->frames[t->chained], (valid - t->chained) * sizeof(struct frame));
}

void stack_cut(struct thread *t, uint64_t sp)
{
    uint32_t depth = t->depth;
    while (depth > 0 && t->frames[depth - 1].sp < sp)
        depth--;
    stack_uncover(t, depth);
    t->depth = depth;
}

/* The same for what is part of the state. A thread that unwinds itself has left main. */
static uint64_t hashed_end(const struct thread *t, uint32_t from)
{
    return from > 0 ? t->frames[from - 1].sp : t->sp < t->hashed_to ? t->hashed_to : t->stack_base;
}

struct digest stack_digest(struct thread *t)
{
    struct digest chain = t->chained ? t->frames[t->chained - 1].chain : (struct digest){t->number, 0};
    for (uint32_t k = t->chained; k + 1 < t->depth; k++) {
        uint64_t lo = t->frames[k].sp, hi = hashed_end(t, k);
        chain = hash_join(chain, hash_bytes((void *)lo, hi - lo));
        t->frames[k].chain = chain;
    }
    t->chained = t->depth ? t->depth - 1 : 0;
    uint64_t hi = hashed_end(t, t->chained);
    return hash_join(chain, hash_bytes((void *)t->sp, hi - t->sp));
}
