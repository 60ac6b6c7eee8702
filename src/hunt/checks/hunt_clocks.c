/* hunt_clocks.c - see hunt_clocks.h. Changed by the thread with the token; a lock keeps out one that was taken over in the middle, and a
 * handler of a signal that finds it held ends the keeping of clocks in this execution. */
#include "hunt/checks/hunt_clocks.h"

#include <string.h>

#include "base/raw.h"
#include "hunt/children.h"

struct clock {
    uint32_t at[HUNT_MAX_THREADS];
};
static struct clock now[HUNT_MAX_THREADS];
static struct clock seen[HUNT_MAX_THREADS];   /* by loads that do not acquire: for the next fence */
static struct clock fenced[HUNT_MAX_THREADS]; /* at the last fence that releases */

struct place {
    uint64_t      key;
    struct place *next;
    uint32_t      room;
    uint32_t      at[];
};
enum { BUCKETS = 1 << 16, PIECE = 1 << 20, PIECES = 256, TURNS = 1000000 };
static struct place *bucket[BUCKETS];
static char *piece;
static size_t piece_left = 0;
static unsigned pieces;

static bool kept;
static uint32_t lock_word;

/* Keys beside the addresses of objects. */
enum { KERNEL_KEY = 1, ENDED_KEY = 2 };
static uint64_t word_key(uint64_t address) { return (address & ~(uint64_t)7) | (uint64_t)1 << 63; }

void clocks_begin(void) { kept = true; }
bool clocks_are_kept(void) { return kept; }

static bool enter(void)
{
    for (unsigned turns = 0; kept && __atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE); turns++)
        if (turns > TURNS)
            kept = false;
    return kept;
}

static void leave(void)
{
    __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
}

/* --- places ----------------------------------------------------------------------------------------------------------------- */

static struct place *new_place(uint64_t key, uint32_t room)
{
    size_t size = (sizeof(struct place) + room * sizeof(uint32_t) + 7) & ~(size_t)7;
    if (piece_left < size) {
        piece = pieces++ < PIECES ? raw_map(NULL, PIECE, 3, 0) : NULL;
        piece_left = piece ? PIECE : 0;
    }
    if (!piece) {
        kept = false; /* nothing is told of this execution any more */
        return NULL;
    }
    struct place *p = (struct place *)(void *)piece;
    piece += size;
    piece_left -= size;
    p->key = key;
    p->room = room;
    return p;
}

static struct place **find(uint64_t key)
{
    struct place **at = &bucket[key * 0x9e3779b97f4a7c15u >> 48];
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

/* With room for all threads; NULL: there is no memory. */
static struct place *place_to_tell(uint64_t key)
{
    struct place **at = find(key), *old = *at;
    if (old && old->room >= hunt_wire->threads)
        return old;
    struct place *p = new_place(key, old ? 2 * hunt_wire->threads : hunt_wire->threads + 2);
    if (!p)
        return NULL;
    if (old)
        memcpy(p->at, old->at, old->room * sizeof *old->at);
    p->next = old ? old->next : NULL;
    *at = p;
    return p;
}

static void join(uint32_t *to, const uint32_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = from[i] > to[i] ? from[i] : to[i];
}

static uint32_t threads_in(const struct place *p)
{
    return p->room < hunt_wire->threads ? p->room : hunt_wire->threads;
}

static void learn(struct clock *c, uint64_t key)
{
    const struct place *p = *find(key);
    if (p)
        join(c->at, p->at, threads_in(p));
}

static void tell(const struct clock *c, uint64_t key)
{
    struct place *p = place_to_tell(key);
    if (p)
        join(p->at, c->at, threads_in(p));
}

static void tick(unsigned thread) { now[thread].at[thread]++; }

/* Other processes may pass it on, by memory that is shared with them. */
static void learn_here(unsigned t, uint64_t key)
{
    learn(&now[t], key);
    if (children_were_started())
        learn(&now[t], KERNEL_KEY);
}

static void tell_here(unsigned t, uint64_t key)
{
    tell(&now[t], key);
    if (children_were_started())
        tell(&now[t], KERNEL_KEY);
    tick(t);
}

static void pass(unsigned t, uint64_t key)
{
    learn_here(t, key);
    tell_here(t, key);
}

static void learn_all(unsigned t)
{
    for (unsigned i = 0; i < hunt_wire->threads; i++)
        join(now[t].at, now[i].at, hunt_wire->threads);
}

static void all_learn(unsigned t)
{
    for (unsigned i = 0; i < hunt_wire->threads; i++)
        if (i != t)
            join(now[i].at, now[t].at, hunt_wire->threads);
    tell_here(t, KERNEL_KEY);
}

/* --- operations by their kind ----------------------------------------------------------------------------------------------- */

static const enum order orders[HUNT_KIND_COUNT] = {
#define HUNT_KIND(NAME, word, is_write, order) [HUNT_##NAME] = ORDERS_##order,
    HUNT_KINDS(HUNT_KIND)
#undef HUNT_KIND
};

static uint64_t key_of(const volatile void *object) { return (uint64_t)(uintptr_t)object; }

void order_point(struct thread *me, enum hunt_kind kind, const volatile void *object)
{
    if (orders[kind] == ORDERS_NOTHING || orders[kind] == ORDERS_HEARS || !enter())
        return;
    switch (orders[kind]) {
    case ORDERS_LEARNS: learn_here(me->number, key_of(object)); break;
    case ORDERS_TELLS: tell_here(me->number, key_of(object)); break;
    case ORDERS_WORD: pass(me->number, word_key(key_of(object))); break;
    case ORDERS_SIGNALS: all_learn(me->number); break;
    default: pass(me->number, KERNEL_KEY);
    }
    leave();
}

void order_after_wait(struct thread *me)
{
    enum order order = orders[me->is->kind];
    if (order == ORDERS_NOTHING || order == ORDERS_TELLS || !enter())
        return;
    learn_here(me->number, order == ORDERS_KERNEL ? KERNEL_KEY : order == ORDERS_WORD ? word_key(me->is->object) : me->is->object);
    leave();
}

void order_after_outside(struct thread *me)
{
    if (!enter())
        return;
    learn_all(me->number);
    leave();
}

void order_lost(struct thread *t)
{
    if (!enter())
        return;
    all_learn(t->number);
    leave();
}

#define ORDER_BY_CALLER(name, parameters, action)      \
    void name parameters                               \
    {                                                  \
        struct thread *me = kept ? hunt_self() : NULL; \
        if (!me || !enter())                           \
            return;                                    \
        unsigned t = me->number;                       \
        action;                                        \
        leave();                                       \
    }
ORDER_BY_CALLER(order_learn, (const volatile void *object), learn_here(t, key_of(object)))
ORDER_BY_CALLER(order_tell, (const volatile void *object), tell_here(t, key_of(object)))
ORDER_BY_CALLER(order_kernel, (void), pass(t, KERNEL_KEY))
ORDER_BY_CALLER(order_signal, (void), all_learn(t))

/* --- threads: one may have the stack of another that was joined, or was detached and has ended -------------------------------- */

void order_new(struct thread *t)
{
    if (!enter())
        return;
    uint32_t own = now[t->number].at[t->number] + 1;
    memset(&now[t->number], 0, sizeof now[t->number]);
    memset(&seen[t->number], 0, sizeof seen[t->number]);
    memset(&fenced[t->number], 0, sizeof fenced[t->number]);
    now[t->number].at[t->number] = own;
    leave();
}

ORDER_BY_CALLER(order_create, (struct thread *child), (join(now[child->number].at, now[t].at, hunt_wire->threads), tick(t)))

void order_begin(struct thread *me)
{
    if (!enter())
        return;
    learn(&now[me->number], ENDED_KEY);
    leave();
}

void order_end(struct thread *me)
{
    if (!me->detached || !enter())
        return;
    tell(&now[me->number], ENDED_KEY);
    leave();
}

ORDER_BY_CALLER(order_joined, (const struct thread *child),
                (join(now[t].at, now[child->number].at, hunt_wire->threads), tell(&now[t], ENDED_KEY), tick(t)))
ORDER_BY_CALLER(order_detached, (const struct thread *child), ((void)t, tell(&now[child->number], ENDED_KEY)))

/* --- atomics: all of a word are one place, which forgets nothing, so that sizes may be mixed ----------------------------------- */

enum { ORDER = 7 }; /* beside it are hints */
static bool releases(int order) { return (order & ORDER) >= __ATOMIC_RELEASE; }

static bool acquires(int order)
{
    return (order & ORDER) != __ATOMIC_RELAXED && (order & ORDER) != __ATOMIC_RELEASE;
}

static void load(unsigned t, uint64_t key, int order)
{
    if (acquires(order))
        learn_here(t, key);
    else
        learn(&seen[t], key);
}

static void store(unsigned t, uint64_t key, int order)
{
    if (releases(order))
        tell_here(t, key);
    else
        tell(&fenced[t], key);
}

static void fence(unsigned t, int order)
{
    if (acquires(order))
        join(now[t].at, seen[t].at, hunt_wire->threads);
    if (releases(order)) {
        join(fenced[t].at, now[t].at, hunt_wire->threads);
        tick(t);
    }
}

#define EACH_WORD(action)                                        \
    for (uint64_t at = key_of(address), key = word_key(at), end = at + size; at < end; at += 8, key = word_key(at)) \
        action
ORDER_BY_CALLER(order_load, (const volatile void *address, unsigned size, int order), EACH_WORD(load(t, key, order)))
ORDER_BY_CALLER(order_store, (const volatile void *address, unsigned size, int order), EACH_WORD(store(t, key, order)))
ORDER_BY_CALLER(order_fence, (int order), fence(t, order))

/* --- for races ---------------------------------------------------------------------------------------------------------------- */

uint32_t clocks_now(const struct thread *me) { return now[me->number].at[me->number]; }
bool clocks_know(const struct thread *me, unsigned thread, uint32_t time) { return now[me->number].at[thread] >= time; }
