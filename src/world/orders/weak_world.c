/* weak_world.c - see weak_world.h. */
#include "world/orders/weak_world.h"

#include <string.h>

#include "world/memory/sharing.h"
#include "world/memory/undo.h"
#include "world/weak/weak_past.h"
#include "world/weak/weak_states.h"
#include "world/weak/weak_sync.h"
#include "world/world.h"

static struct weak machine;
static bool is_full; /* of objects: to go on would allow what cannot be */
static bool mixes, has_mixed; /* sizes, on whatever path; and that is new */

struct weak_world_step mz__weak_step;

static struct weak_op pending; /* between begin and end */
static struct weak_choice chosen;
static uint64_t pending_pc;

static struct {
    struct digest digest;
    bool          is_known; /* nothing has changed since it was worked out */
} present;

static void note_change(void *self, void *at, size_t size)
{
    (void)self;
    present.is_known = false;
    undo_block(at, size);
}

/* A replay matches no states: to remember more than is needed costs it nothing. */
void weak_world_open(uint32_t stale, void (*moved)(void *, uint64_t, unsigned, unsigned, bool), bool (*same)(void *, uint64_t, unsigned))
{
    machine.stale = stale;
    machine.note = note_change;
    machine.moved = moved;
    machine.same = same;
    machine.remembers = mz__world.frozen;
}

bool weak_world_has_grown(void)
{
    bool grown = machine.fenced || has_mixed;
    machine.remembers |= machine.fenced;
    machine.fenced = has_mixed = false;
    return grown;
}

static void note_loss(enum wire_weak_loss why, uint64_t pc)
{
    uint64_t *place = &mz__world.wire->weak_lost[why];
    *place = *place ? *place : pc;
}

/* --- places ----------------------------------------------------------------------------------------------------------- */

/* Objects of one address and two sizes are two places, of which one is open. */
enum { KEY_SIZE = 56 };

static uint64_t key_of(const struct op *op) { return op->addr | (uint64_t)op->size << KEY_SIZE; }
static uint64_t addr_of(uint64_t key) { return key & (((uint64_t)1 << KEY_SIZE) - 1); }
static uint64_t size_of(uint64_t key) { return key >> KEY_SIZE; }

static struct weak_value value_at(const struct op *op)
{
    struct weak_value v = {0, 0};
    memcpy(&v, (const void *)op->addr, op->size);
    return v;
}

static struct weak_message *last_of(unsigned place)
{
    return weak_message_at(&machine, place, (unsigned)machine.place[place].count - 1);
}

static bool holds_memory(unsigned place, const struct op *op)
{
    struct weak_value last = last_of(place)->value, now = value_at(op);
    return last.low == now.low && last.high == now.high;
}

static bool overlaps(uint64_t key, uint64_t addr, uint64_t size)
{
    return key && addr < addr_of(key) + size_of(key) && addr_of(key) < addr + size;
}

/* Is the operation on memory that threads share? OP_ORDER_LIBC is none of the program's. */
static bool is_concerned(const struct op *op)
{
    const struct world *w = &mz__world;
    return w->weak && !w->setup && op->order != OP_ORDER_LIBC && sharing_is_shared(op->addr, op->size);
}

static struct weak_op weak_op_of(const struct op *op, struct weak_value expected)
{
    static const enum weak_kind kinds[] = {WEAK_LOAD, WEAK_STORE, WEAK_UPDATE, WEAK_COMPARE_EXCHANGE};
    return (struct weak_op){kinds[op->kind - OP_ATOMIC_LOAD], weak_find(&machine, key_of(op)), op->order, op->detail >> 4 & 7, expected};
}

enum access_way weak_world_way(const struct op *op)
{
    static const uint8_t ways[] = {WAY_WEAK_LOAD, WAY_WEAK_STORE, WAY_WEAK_UPDATE, WAY_WEAK_UPDATE};
    return machine.stale || mixes || !is_concerned(op) ? WAY_WRITES : (enum access_way)ways[op->kind - OP_ATOMIC_LOAD];
}

bool weak_world_is_ordered(const struct op *op)
{
    bool fails = op->kind == OP_ATOMIC_CAS && (op->detail >> 4 & 7) == __ATOMIC_SEQ_CST;
    bool takes_part = op->kind == OP_FENCE || (op->kind >= OP_ATOMIC_LOAD && op->kind <= OP_ATOMIC_CAS);
    return takes_part && (op->order == __ATOMIC_SEQ_CST || fails || mixes);
}

unsigned weak_world_outcomes(tid t, const struct op *op, struct weak_value expected)
{
    if (!is_concerned(op))
        return 1;
    struct weak_op o = weak_op_of(op, expected);
    return o.place == WEAK_PLACES || !holds_memory(o.place, op) ? 1 : weak_choices(&machine, t, &o);
}

/* A place that was accessed with another size, or written unseen, has been taken for sequentially consistent. */
static unsigned open_place(const struct op *op)
{
    unsigned place = weak_find(&machine, key_of(op));
    if (place != WEAK_PLACES && holds_memory(place, op))
        return place;
    for (unsigned x = 0; x < machine.places; x++)
        if (overlaps(machine.place[x].key, op->addr, op->size)) {
            note_loss(x == place ? WIRE_WEAK_UNSEEN : WIRE_WEAK_SIZES, op->pc);
            has_mixed |= x != place && !mixes;
            mixes |= has_mixed;
            weak_close(&machine, x);
        }
    place = weak_open(&machine, key_of(op), value_at(op));
    if (place == WEAK_PLACES)
        note_loss(WIRE_WEAK_PLACES, op->pc);
    return place;
}

/* --- atomic operations ------------------------------------------------------------------------------------------------ */

static void note_weaker(const struct op *op)
{
    struct wire *wire = mz__world.wire;
    bool fails_weaker = op->kind == OP_ATOMIC_CAS && (op->detail >> 4 & 7) != __ATOMIC_SEQ_CST;
    if ((op->order != __ATOMIC_SEQ_CST || fails_weaker) && !wire->weak_loose)
        wire->weak_loose = op->pc;
}

static void perform(tid t, const struct weak_op *op, struct weak_choice c, struct weak_value value, uint64_t pc)
{
    struct wire *wire = mz__world.wire;
    machine.alone = machine.threads <= 1;
    weak_perform(&machine, t, op, c, value);
    if (machine.met.inexact && !wire->weak_ordered)
        wire->weak_ordered = pc;
}

bool weak_world_begin(tid t, const struct op *op, unsigned choice, struct weak_value expected, struct weak_value *read)
{
    struct weak_world_step *s = &mz__weak_step;
    if (!mz__world.weak)
        return false;
    *s = (struct weak_world_step){0};
    if (!is_concerned(op))
        return false;
    note_weaker(op);
    pending = weak_op_of(op, expected);
    pending.place = open_place(op);
    pending_pc = op->pc;
    if (pending.place == WEAK_PLACES)
        return false;
    weak_enter(&machine, t);
    chosen = weak_choose(&machine, t, &pending, choice);
    *s = (struct weak_world_step){.taken = true, .reads = chosen.reads, .writes = chosen.writes, .key = key_of(op)};
    if (chosen.reads)
        s->read_value = weak_value_read(&machine, &pending, chosen);
    *read = s->read_value;
    return true;
}

bool weak_world_end(tid t, struct weak_value written)
{
    struct weak_world_step *s = &mz__weak_step;
    s->newer = (unsigned)machine.place[pending.place].count - chosen.rank - chosen.reads;
    perform(t, &pending, chosen, written, pending_pc);
    s->read = chosen.rank;
    s->written = chosen.rank + chosen.reads;
    s->written_value = written;
    return s->writes && s->written + 1 == machine.place[pending.place].count;
}

bool weak_world_only_learned(void)
{
    const struct weak_world_step *s = &mz__weak_step;
    bool as_read = s->reads && s->read_value.low == s->written_value.low && s->read_value.high == s->written_value.high;
    return s->taken && (!s->writes || as_read);
}

void weak_world_as_memory(const struct op *op)
{
    mz__weak_step = (struct weak_world_step){0};
    if (is_concerned(op))
        note_loss(WIRE_WEAK_STRUCTURES, op->pc);
}

void weak_world_fence(tid t, const struct op *op)
{
    const struct weak_op fence = {.kind = WEAK_FENCE, .order = op->order};
    weak_enter(&machine, t);
    perform(t, &fence, weak_choose(&machine, t, &fence, 0), (struct weak_value){0, 0}, op->pc);
}

void weak_world_publish(tid t, const struct op *op, uint8_t value)
{
    struct op store = {.kind = OP_ATOMIC_STORE, .order = __ATOMIC_RELEASE, .addr = op->addr, .size = 1, .pc = op->pc};
    struct weak_value ignored;
    if (weak_world_begin(t, &store, 0, (struct weak_value){0, 0}, &ignored))
        weak_world_end(t, (struct weak_value){value, 0});
}

void weak_world_look(tid t, const struct op *load)
{
    struct weak_value read;
    mz__weak_step = (struct weak_world_step){0};
    if (weak_find(&machine, key_of(load)) != WEAK_PLACES && weak_world_begin(t, load, 0, (struct weak_value){0, 0}, &read))
        weak_world_end(t, read);
}

/* Another object lies there now. */
void weak_world_written(uint64_t addr, uint64_t size)
{
    for (unsigned x = 0; x < machine.places; x++)
        if (overlaps(machine.place[x].key, addr, size))
            weak_close(&machine, x);
    for (unsigned i = 0; i < machine.objects; i++)
        if (machine.object[i].key - addr < size)
            weak_empty(&machine, machine.object[i].key);
}

/* --- objects and threads ---------------------------------------------------------------------------------------------- */

void weak_world_learn(tid t, uint64_t key)
{
    weak_learn(&machine, t, key);
}

void weak_world_learn_outside(tid t, uint64_t key, uint64_t pc)
{
    if (weak_learn(&machine, t, key))
        note_loss(WIRE_WEAK_OUTSIDE, pc);
}

void weak_world_tell(tid t, uint64_t key, bool anew)
{
    weak_enter(&machine, t);
    is_full |= !weak_tell(&machine, t, key, anew);
}

void weak_world_hand_over(uint64_t from, uint64_t to)
{
    is_full |= !weak_hand_over(&machine, from, to);
}

void weak_world_learn_thread(tid t, tid other)
{
    weak_enter(&machine, t);
    weak_join(&machine, &machine.thread[t].now, &machine.thread[other].now);
    weak_past_learn(&machine, t, &machine.thread[other].past);
}

void weak_world_learn_all(void)
{
    for (unsigned x = 0; x < machine.places; x++)
        if (machine.place[x].key)
            weak_close(&machine, x);
}

void weak_world_born(tid t, tid born)
{
    weak_enter(&machine, t > born ? t : born);
    weak_forget(&machine, born);
    weak_assign(&machine, &machine.thread[born].now, &machine.thread[t].now);
    weak_past_born(&machine, t, born);
}

/* Its stack goes with it. */
void weak_world_ended(tid t)
{
    weak_forget(&machine, t);
    for (unsigned x = 0; x < machine.places; x++) {
        uint64_t addr = addr_of(machine.place[x].key);
        if (machine.place[x].key && in_slots(addr) && slot_of(addr) == t)
            weak_close(&machine, x);
    }
}

/* --- states ----------------------------------------------------------------------------------------------------------- */

static threadset users(void *self, uint64_t key)
{
    (void)key;
    return *(threadset *)self;
}

bool weak_world_settle(threadset going)
{
    uint64_t lacked = machine.lacked, forgotten = machine.forgotten;
    weak_settle(&machine, users, &going);
    if (machine.forgotten > forgotten)
        note_loss(WIRE_WEAK_STALE, 1);
    if (machine.lacked > lacked)
        note_loss(WIRE_WEAK_MESSAGES, mz__world.wire->weak_loose ? mz__world.wire->weak_loose : 1);
    return !is_full;
}

struct digest weak_world_digest(void)
{
    if (!present.is_known)
        present.digest = weak_digest(&machine);
    present.is_known = true;
    return present.digest;
}

void weak_world_rewound(struct digest digest)
{
    present.digest = digest;
    present.is_known = true;
}

/* --- several processes ------------------------------------------------------------------------------------------------- */

void weak_world_facts(struct weak_world_facts *to)
{
    *to = (struct weak_world_facts){.remembers = machine.remembers || machine.fenced, .mixes = mixes, .met = machine.met};
}

bool weak_world_learn_facts(const struct weak_world_facts *from)
{
    struct wire *wire = mz__world.wire;
    bool grown = (from->remembers && !machine.remembers) || (from->mixes && !mixes);
    machine.remembers |= from->remembers;
    mixes |= from->mixes;
    weak_past_meet(&machine, &from->met);
    if (machine.met.inexact && !wire->weak_ordered)
        wire->weak_ordered = wire->weak_loose; /* by what two of them have done */
    return grown;
}
