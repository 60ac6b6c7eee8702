/* world.c - see world.h. */
#include "world/world.h"

#include "world/state/stack.h"

struct hot   mz__hot;
struct world mz__world;

struct thread *world_thread(tid t)
{
    return &mz__world.thread[t];
}

bool world_in_setup(void)
{
    return mz__world.setup;
}

/* Nobody may rely on it: it is not tried. */
bool world_spurious(void)
{
    return mz__world.config.spurious && !world_aside(&mz__world);
}

void world_touch(struct thread *t)
{
    struct world *w = &mz__world;
    if (t->epoch == mz__hot.epoch || w->setup)
        return;
    w->touched |= threadset_of(t->number);
    stack_save(t);
}

/* What has been explored had other points between its steps: everything starts over, as when memory becomes shared. */
void world_watch_alone(void)
{
    struct world *w = &mz__world;
    w->watch_alone = w->sharing.grown = true;
    world_threads_changed();
}

void world_cut_loops_short(uint32_t rounds)
{
    struct world *w = &mz__world;
    w->rounds = w->wire->rounds = rounds;
    w->sharing.grown = true;
}

void world_parts(void)
{
    struct world *w = &mz__world;
    if (!w->reduced || w->parted)
        return;
    w->parted = w->sharing.grown = true;
    world_threads_changed();
}

/* A thread that uses its frame may then come too late. */
void world_main_leaves(void)
{
    struct world *w = &mz__world;
    if (!w->main_leaves && !world_unobserved(w))
        w->main_leaves = w->sharing.grown = true;
}

void world_touches(const struct thread *t, const void *addr, uint64_t size, bool write)
{
    struct world *w = &mz__world;
    w->foresight.learning = false; /* it may read what is shared, beyond its pending operation */
    if (!w->setup && !w->frozen && !world_unobserved(w))
        sharing_touch(&w->sharing, t->number, (uint64_t)addr, size, write);
}

enum idleness world_idleness(const struct world *w, threadset enabled)
{
    enum idleness least = IDLE_SPURIOUS;
    for (threadset rest = enabled; threadset_any(rest) && least != IDLE_NOT; rest = threadset_rest(rest)) {
        const struct thread *t = &w->thread[threadset_first(rest)];
        const struct semantics *s = mz__semantics[t->op.kind];
        enum idleness own = s && s->idle ? s->idle(t, &t->op) : IDLE_NOT;
        least = own < least ? own : least;
    }
    return least;
}

void world_timed_out(const struct thread *t)
{
    struct world *w = &mz__world;
    threadset others = NO_THREADS;
    if (w->setup || world_aside(w) || threadset_any(w->live & ~w->waiting & ~threadset_of(t->number)))
        return;
    THREADSET_EACH(u, w->live & ~threadset_of(t->number))
        others |= world_enabled_thread(&w->thread[u]) ? threadset_of(u) : NO_THREADS;
    if (world_idleness(w, others) >= IDLE_TIME)
        wire_note_place(w->wire->relied, t->op.pc);
}
