/* order.c - which operation orders what: see docs/races.md.
 *
 * Every thread's own component grows after each release, so that what it does later is not taken for known. A place takes
 * over what a releasing thread knows, an acquiring thread what the place knows. Atomics follow C11: a store that is no
 * release starts from what the thread's last release fence knew, or continues a release sequence; a load that is no acquire
 * leaves what it read for the thread's next acquire fence.
 */
#include "world/order.h"

#include <string.h>

#include "world/mem.h"
#include "world/places.h"
#include "world/undo.h"

/* Places that are no addresses. */
enum { SECTION = 1 }; /* mz_atomic_begin: one lock for all */

static struct {
    struct clock  now[MAX_THREADS];
    struct clock  released[MAX_THREADS]; /* at the last release fence */
    struct clock  read[MAX_THREADS];     /* by loads that were no acquires: for the next acquire fence */
    struct places index;
    struct place *place;
} order;

unsigned mz__clock_size = 1;

bool order_open(void)
{
    order.place = raw_map(NULL, (size_t)PLACES_MOST * sizeof *order.place, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    order.now[0].at[0] = 1;
    return order.place && places_open(&order.index);
}

struct clock *order_of(tid t)
{
    return &order.now[t];
}

bool order_is_full(void)
{
    return order.index.full;
}

const struct clock *order_place(unsigned index, uint64_t *key)
{
    if (index < 2 * mz__clock_size) { /* the fences' */
        *key = ~(uint64_t)index;
        return index % 2 ? &order.released[index / 2] : &order.read[index / 2];
    }
    index -= 2 * mz__clock_size;
    if (index >= order.index.used)
        return NULL;
    *key = order.place[index].key;
    return &order.place[index].clock;
}

/* ---- clocks ------------------------------------------------------------------------------------------------------- */

static size_t used_bytes(void)
{
    return (mz__clock_size * sizeof(uint32_t) + 7) & ~(size_t)7;
}

static void note(struct clock *c)
{
    undo_block(c, used_bytes());
}

/* Nothing is noted if nothing is new. */
static void join(struct clock *to, const struct clock *from)
{
    unsigned n = 0;
    while (n < mz__clock_size && from->at[n] <= to->at[n])
        n++;
    if (n == mz__clock_size)
        return;
    note(to);
    for (; n < mz__clock_size; n++)
        to->at[n] = from->at[n] > to->at[n] ? from->at[n] : to->at[n];
}

static void assign(struct clock *to, const struct clock *from)
{
    if (memcmp(to, from, used_bytes()) == 0)
        return;
    note(to);
    memcpy(to, from, used_bytes());
}

/* What the thread does from now on is later than what others were told of. */
static void tick(tid t)
{
    note(&order.now[t]);
    order.now[t].at[t]++;
}

/* ---- places ------------------------------------------------------------------------------------------------------- */

static struct place *at(uint64_t key)
{
    struct place *p = &order.place[places_number(&order.index, key)];
    p->key = key;
    return p;
}

static void set_head(struct place *p, uint32_t head)
{
    if (p->head == head)
        return;
    undo_block(&p->head, sizeof(uint64_t));
    p->head = head;
}

static void acquire(tid t, uint64_t key)
{
    join(&order.now[t], &at(key)->clock);
}

static void release(tid t, uint64_t key)
{
    join(&at(key)->clock, &order.now[t]);
    tick(t);
}

/* ---- atomics ------------------------------------------------------------------------------------------------------ */

static bool is_acquire(unsigned o) { return o == __ATOMIC_CONSUME || o == __ATOMIC_ACQUIRE || o >= __ATOMIC_ACQ_REL; }
static bool is_release(unsigned o) { return o == __ATOMIC_RELEASE || o >= __ATOMIC_ACQ_REL; }

static void load(tid t, struct place *p, unsigned memory_order)
{
    join(is_acquire(memory_order) ? &order.now[t] : &order.read[t], &p->clock);
}

static void store(tid t, struct place *p, unsigned memory_order)
{
    if (is_release(memory_order)) {
        assign(&p->clock, &order.now[t]);
        set_head(p, t + 1);
        tick(t);
    } else if (p->head == t + 1) { /* its own release sequence goes on */
        join(&p->clock, &order.released[t]);
    } else {
        assign(&p->clock, &order.released[t]);
        set_head(p, 0);
    }
}

/* It goes on with the release sequences that it finds. */
static void update(tid t, struct place *p, unsigned memory_order)
{
    load(t, p, memory_order);
    join(&p->clock, is_release(memory_order) ? &order.now[t] : &order.released[t]);
    if (is_release(memory_order))
        tick(t);
}

static void fence(tid t, unsigned memory_order)
{
    if (is_acquire(memory_order))
        join(&order.now[t], &order.read[t]);
    if (is_release(memory_order)) {
        assign(&order.released[t], &order.now[t]);
        tick(t);
    }
}

/* ---- threads, locks ------------------------------------------------------------------------------------------------ */

/* A number that is used again goes on counting where its last owner stopped. */
static void create(tid t, tid born)
{
    uint32_t own = order.now[born].at[born];
    if (born >= mz__clock_size)
        mz__clock_size = born + 1;
    assign(&order.now[born], &order.now[t]);
    note(&order.now[born]);
    order.now[born].at[born] = own + 1;
    static const struct clock nothing;
    assign(&order.released[born], &nothing);
    assign(&order.read[born], &nothing);
    tick(t);
}

/* Readers are ordered after writers and writers after all: what readers release goes beside. */
static void unlock_shared(tid t, uint64_t key)
{
    struct place *p = at(key);
    bool writer = p->head == t + 1;
    if (writer)
        set_head(p, 0);
    release(t, writer ? key : key + 1);
}

static void lock_exclusive(tid t, uint64_t key)
{
    acquire(t, key);
    acquire(t, key + 1);
    set_head(at(key), t + 1);
}

/* Those who leave know what was known when the round was complete, not what others have brought to the next one since. */
static void arrive(tid t, uint64_t key, bool last)
{
    release(t, key);
    if (!last)
        return;
    static const struct clock nothing;
    acquire(t, key);
    assign(&at(key + 1)->clock, &at(key)->clock);
    assign(&at(key)->clock, &nothing);
}

/* What a wait has given up its mutex for: a signal, too, orders those whom it wakes. After a time-out it names no condition
 * variable any more. */
static void wake(tid t, const struct op *op)
{
    if (op->size)
        acquire(t, op->addr);
    acquire(t, op->addr2);
}

/* What is freed and allocated again goes by the allocator's records: of free and realloc they are the second object, behind the
 * block itself. */
static void heap(tid t, const struct op *op)
{
    bool second = op->kind != OP_MALLOC && op->size2;
    uint64_t record = second ? op->addr2 : op->addr, end = record + (second ? op->size2 : 1);
    for (uint64_t at_record = record; at_record < end; at_record += sizeof(uint64_t))
        acquire(t, at_record);
    for (uint64_t at_record = record; at_record < end; at_record += sizeof(uint64_t))
        release(t, at_record);
}

/* Whoever waits inside a section lets others into theirs, and goes on after them. */
static void enter_section(tid t, threadset inside)
{
    acquire(t, SECTION);
    THREADSET_EACH(u, inside & ~threadset_of(t)) {
        join(&order.now[t], &order.now[u]);
        tick(u);
    }
}

void order_performed(struct thread *thread, const struct op *op, enum performed how, tid born, threadset inside)
{
    const struct semantics *s = mz__semantics[op->kind];
    tid t = thread->number;
    bool done = how == PERFORM_RESUME && thread->result[0] == 0;
    if (s && s->also_reads)
        acquire(t, s->also_reads(thread));
    if (thread->atomic)
        acquire(t, SECTION); /* it may have waited */
    switch (op->kind) {
    case OP_ATOMIC_LOAD: load(t, at(op->addr), op->order); break;
    case OP_ATOMIC_STORE: store(t, at(op->addr), op->order); break;
    case OP_ATOMIC_RMW: update(t, at(op->addr), op->order); break;
    case OP_ATOMIC_CAS:
        if (thread->op.arg[2]) /* it has succeeded */
            update(t, at(op->addr), op->order);
        else
            load(t, at(op->addr), op->detail >> 4);
        break;
    case OP_FENCE: fence(t, op->order); break;
    case OP_CREATE:
        if (how == PERFORM_RESUME)
            create(t, born);
        break;
    case OP_EXIT:
    case OP_UNLOCK:
    case OP_SPIN_UNLOCK:
    case OP_SEM_POST:
    case OP_SIGNAL:
    case OP_BROADCAST:
    case OP_ONCE_DONE:
    case OP_CANCEL: release(t, op->addr); break;
    case OP_LOCK:
    case OP_TRYLOCK:
    case OP_TIMEDLOCK:
    case OP_SPIN_LOCK:
    case OP_SPIN_TRYLOCK:
    case OP_SEM_WAIT:
    case OP_SEM_TRYWAIT:
    case OP_SEM_TIMEDWAIT:
    case OP_RDLOCK:
    case OP_TRYRDLOCK:
    case OP_TIMEDRDLOCK:
    case OP_JOIN:
    case OP_TRYJOIN:
    case OP_ONCE:
        if (done)
            acquire(t, op->addr);
        break;
    case OP_WRLOCK:
    case OP_TRYWRLOCK:
    case OP_TIMEDWRLOCK:
        if (done)
            lock_exclusive(t, op->addr);
        break;
    case OP_RWUNLOCK: unlock_shared(t, op->addr); break;
    case OP_WAIT:
    case OP_TIMEDWAIT:
        if (how == PERFORM_PENDING)
            release(t, op->addr2);
        break;
    case OP_WAKE:
    case OP_TIMEDWAKE:
        if (how == PERFORM_RESUME)
            wake(t, op);
        break;
    case OP_ARRIVE: arrive(t, op->addr, how == PERFORM_RESUME); break;
    case OP_LEAVE: acquire(t, op->addr + 1); break;
    case OP_TESTCANCEL:
    case OP_KEY_USE: acquire(t, op->addr); break;
    case OP_MALLOC:
    case OP_REALLOC:
    case OP_FREE: heap(t, op); break;
    case OP_DETACH:
    case OP_SEM_GETVALUE:
    case OP_MUTEX_INIT:
    case OP_MUTEX_DESTROY:
    case OP_COND_INIT:
    case OP_COND_DESTROY:
    case OP_RWLOCK_INIT:
    case OP_RWLOCK_DESTROY:
    case OP_BARRIER_INIT:
    case OP_BARRIER_DESTROY:
    case OP_SPIN_INIT:
    case OP_SPIN_DESTROY:
    case OP_SEM_INIT:
    case OP_SEM_DESTROY: break; /* order nothing */
    case OP_ATOMIC_BEGIN: enter_section(t, inside); break;
    case OP_ATOMIC_END: release(t, SECTION); break;
    default: /* keys, library calls; and kinds that are not in this list: better a race too few than a false alarm */
        if (op_info[op->kind].first != TOUCH_NONE && op->size) {
            acquire(t, op->addr);
            release(t, op->addr);
        }
    }
}
