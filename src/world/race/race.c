/* race.c - see race.h. */
#include "world/race/race.h"

#include <string.h>

#include "model/libcalls.h"
#include "model/op_columns.h"
#include "world/atomic_names.h"
#include "world/blocks.h"
#include "world/fault_report.h"
#include "world/loaded/language.h"
#include "world/memory/hash.h"
#include "world/memory/undo.h"
#include "world/race/deed_labels.h"
#include "world/race/message_order.h"
#include "world/race/order.h"
#include "world/race/release_sequences.h"
#include "world/race/shadow.h"
#include "world/race/unordered.h"
#include "world/recorder.h"
#include "world/orders/weak_world.h"
#include "world/world.h"

void race_begin_at(struct race *r, enum race_level level)
{
    r->level = r->wanted = level;
    r->clocks = level > RACE_POISED;
    unordered_keep(level == RACE_ORDERED);
    deeds_keep(level == RACE_LABELLED);
}

bool race_configure(struct world *w, const struct wire_config *config, bool counts_errors)
{
    struct race *r = &w->race;
    /* Who wants all errors wants those that lie behind a race, and no other way need lead there: the path goes on. Who counts errors counts
     * paths that end in one. */
    bool goes_on = config->all_faults && !counts_errors;
    r->mode = config->race == WIRE_RACE_ERROR && goes_on ? WIRE_RACE_REPORT : config->race;
    r->rule = config->race_rule;
    /* A replay matches no states, and a given list of what is visible never grows: no search starts over. Within bounds, as a race that
     * is known is looked for, two threads may not be brought to where they are poised. */
    bool fixed = config->mode == WIRE_REPLAY || wire_is_listed(config->visible) || config->sought.kind != FAULT_NONE;
    bool none = r->mode == WIRE_RACE_OFF || r->rule == WIRE_RACE_POISED;
    /* What messages carry tells them apart, whether or not somebody wants to hear of races. */
    if (w->weak) {
        none = false;
        weak_world_open(config->stale, message_moved, message_same);
        race_begin_at(r, RACE_ORDERED);
    } else if (!none)
        race_begin_at(r, fixed ? RACE_CLOCKS : r->rule == WIRE_RACE_CLOCKS ? RACE_ORDERED : RACE_POISED);
    /* A replay numbers messages as the search does, and which of them are one depends on what is kept: it has been told (wire.h). */
    bool all = fixed && !w->weak;
    return none || (clocks_open() && sequences_open() && shadow_open(all) && (r->rule != WIRE_RACE_GRAPH || deeds_open()));
}

/* ---- what is accessed --------------------------------------------------------------------------------------------- */

/* Meaning of the ranges of an operation: SHADOW_* flags, and: */
enum {
    COUNTS = 4, /* it does. Objects of the thread library and of the allocator are theirs, and do not */
    OTHERS = 8, /* only where it is memory of the program's, and not a library's own */
};
enum {
    PART_NO,
    PART_READS = COUNTS,
    PART_WRITES = COUNTS | SHADOW_WRITE,
    PART_LOADS = COUNTS | SHADOW_ATOMIC,
    PART_STORES = PART_WRITES | SHADOW_ATOMIC,
    PART_OTHERS = PART_WRITES | OTHERS,
};

static const struct { uint8_t first, second; } parts[OP_KINDS] = {
#define OP(kind, orders, first, second, lock, waiting, sentence, flags) [OP_##kind] = {PART_##first, PART_##second},
    OP_COLUMNS(OP)
#undef OP
};

/* Calls of libraries are announced as if they wrote all that they touch; some only read it. */
static const struct { uint8_t first, second; } libcalls[LIBCALLS] = {
#define L(name, body, word, first, second, lock) [LIBCALL_##name] = {TOUCH_##first, TOUCH_##second},
    LIBCALL_TABLE(L)
#undef L
};

static inline unsigned flags_of_first(const struct op *op)
{
    unsigned flags = parts[op->kind].first & (SHADOW_WRITE | SHADOW_ATOMIC);
    if (op->kind == OP_WRITE && op->order == OP_OF_VALUE && *(const uint64_t *)op->addr == op->arg[0])
        return 0; /* as if it looked first, and wrote nothing */
    return op->kind == OP_LIBCALL && libcalls[op->detail].first == TOUCH_READ ? 0 : flags;
}

static inline unsigned flags_of_second(const struct op *op)
{
    unsigned flags = parts[op->kind].second & (SHADOW_WRITE | SHADOW_ATOMIC);
    return op->kind == OP_LIBCALL && libcalls[op->detail].second == TOUCH_READ ? 0 : flags;
}

/* The expected value of a compare-exchange lies mostly in a local variable of its thread. Where it is found out what threads share, that is
 * like any other private memory. */
static inline bool is_private_expected(const struct op *op)
{
    const struct world *w = &mz__world;
    bool inferred = w->visible == WIRE_VISIBLE_AUTO && !w->frozen;
    return op->kind == OP_ATOMIC_CAS && inferred && !sharing_is_shared(op->addr2, op->size2);
}

static inline unsigned reaches(const struct op *op, struct reach out[2])
{
    unsigned n = 0, first = parts[op->kind].first, second = parts[op->kind].second;
    if (first && op->size && !(first & OTHERS && order_is_a_librarys(op, op->addr)))
        out[n++] = (struct reach){op->addr, op->size, (uint8_t)flags_of_first(op)};
    if (second && op->size2 && !(second & OTHERS && order_is_a_librarys(op, op->addr2)) && !is_private_expected(op))
        out[n++] = (struct reach){op->addr2, op->size2, (uint8_t)flags_of_second(op)};
    return n;
}

/* A compare-exchange writes its object if it succeeds, and otherwise what it expects; it reads both. */
static inline struct reach if_exchanged(const struct op *op, struct reach r, bool exchanged)
{
    bool expected = !(r.flags & SHADOW_ATOMIC);
    if (op->kind == OP_ATOMIC_CAS && expected == exchanged)
        r.flags &= (uint8_t)~SHADOW_WRITE;
    return r;
}

/* As it would be if the thread made its access now. */
static struct reach at_present(const struct thread *t, struct reach r)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return t->op.kind == OP_ATOMIC_CAS ? if_exchanged(&t->op, r, s->writes(t, &t->op)) : r;
}

unsigned race_reaches_at_present(const struct thread *t, struct reach *out)
{
    unsigned n = reaches(&t->op, out);
    for (unsigned i = 0; i < n; i++)
        out[i] = at_present(t, out[i]);
    return n;
}

static inline bool overlap(const struct reach *a, const struct reach *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static inline bool conflict(const struct reach *a, const struct reach *b)
{
    return overlap(a, b) && is_foe(shadow_foe(a->flags), b->flags);
}

/* ---- found -------------------------------------------------------------------------------------------------------- */

static void raise_to(struct world *w, enum race_level level)
{
    struct race *r = &w->race;
    if (r->wanted >= level || w->frozen || r->mode == WIRE_RACE_OFF || r->rule == WIRE_RACE_POISED)
        return;
    r->wanted = level;
    w->sharing.grown = true;
}

void race_unordered(void)
{
    struct world *w = &mz__world;
    if (!w->setup && !world_alone(w))
        raise_to(w, w->race.labels_fit ? RACE_LABELLED : RACE_ORDERED);
}

/* In whichever order. (Different pairs may well have the same sum and the same exclusive-or.) Cheaper than hash_word(): a racy program
 * asks at nearly every step. Places lie too close to each other for the first product to bring two pairs together. */
static inline uint64_t pair_of(uint64_t a, uint64_t b)
{
    uint64_t first = a < b ? a : b, last = a < b ? b : a;
    return (first * 0x9e3779b97f4a7c15ULL + last) * 0xbf58476d1ce4e5b9ULL;
}

/* Its place in the table of pairs, or that where it goes to; RACE_PAIRS if it is there, or nothing more is to be
 * told. */
static inline unsigned new_pair(const struct race *r, uint64_t key)
{
    unsigned i = (unsigned)(key >> 54) % RACE_PAIRS;
    for (; r->pair[i]; i = (i + 1) % RACE_PAIRS)
        if (r->pair[i] == key)
            return RACE_PAIRS;
    return r->pairs == RACE_PAIRS / 2 || r->notices - r->first == RACE_QUEUE ? RACE_PAIRS : i;
}

bool race_is_told(const struct race *r, uint64_t pc, uint64_t other)
{
    return new_pair(r, pair_of(pc, other)) == RACE_PAIRS;
}

/* Each pair of places once, until what was told is forgotten. */
static inline bool is_new(struct race *r, uint64_t a, uint64_t b)
{
    uint64_t key = pair_of(a, b);
    unsigned i = new_pair(r, key);
    if (i == RACE_PAIRS)
        return false;
    r->pair[i] = key;
    r->pairs++;
    return true;
}

/* A race that is an error is a fault of its step, like any other fault: whoever takes the step meets it, however often it was met
 * before, by walks that did not judge it or by an earlier run. */
static inline bool is_to_be_told(struct world *w, uint64_t a, uint64_t b)
{
    uint32_t mode = w->race.mode; /* off: the step is only tried */
    return !w->faulted && mode != WIRE_RACE_OFF && (mode == WIRE_RACE_ERROR || is_new(&w->race, a, b));
}

/* The same of an access that is not made yet. */
static inline bool would_be_told(const struct race *r, uint64_t a, uint64_t b)
{
    return r->mode == WIRE_RACE_ERROR || new_pair(r, pair_of(a, b)) < RACE_PAIRS;
}

static void describe(const struct thread *t, const struct op *op, const struct reach *reach, struct wire_access *out)
{
    *out = (struct wire_access){.pc = op->pc, .addr = reach->addr, .size = reach->size, .thread = t->number, .kind = op->kind,
                                .write = reach->flags & SHADOW_WRITE, .atomic = (reach->flags & SHADOW_ATOMIC) != 0};
    out->stack_used = recorder_stack(t, op->pc, out->stack);
    blocks_describe(out->addr, &out->block, &out->block_size, &out->block_pc);
}

static void found(struct world *w, struct thread *t, const struct wire_access *first, const struct wire_access *second, uint64_t addr)
{
    struct race *r = &w->race;
    struct race_notice *n = &r->notice[r->notices++ % RACE_QUEUE];
    n->access[0] = *first;
    n->access[1] = *second;
    n->events = w->wire->events;
    n->fault = (struct fault){.kind = FAULT_RACE, .thread = second->thread, .pc = second->pc, .addr = addr,
                              .other_thread = first->thread, .other_pc = first->pc};
    if (r->mode == WIRE_RACE_ERROR) {
        world_report(t, FAULT_RACE, 0, addr, "%s", "");
        w->fault = n->fault;
        r->first = r->notices; /* a fault of this step, told as such */
        return;
    }
    raise_to(w, RACE_CLOCKS);
}

/* ---- poised ------------------------------------------------------------------------------------------------------- */

bool race_begins_section(const struct world *w, const struct thread *t)
{
    return w->atomic_functions && !t->atomic && atomic_names_begins(t);
}

static bool in_section(const struct world *w, const struct thread *t)
{
    return t->atomic || race_begins_section(w, t);
}

/* Two threads are about to make conflicting accesses; t, by `op`, has come second. */
static void poised(struct world *w, struct thread *t, const struct op *op, const struct reach *mine, const struct thread *u,
                   const struct reach *other)
{
    bool atomic = (mine->flags | other->flags) & SHADOW_ATOMIC;
    bool sections = in_section(w, t) && in_section(w, u); /* one after the other */
    if ((w->race.rule == WIRE_RACE_POISED && atomic) || sections || language_is_synchronized(mine->addr)
        || !is_to_be_told(w, u->op.pc, op->pc))
        return;
    struct wire_access first, second;
    describe(u, &u->op, other, &first);
    describe(t, op, mine, &second);
    found(w, t, &first, &second, mine->addr > other->addr ? mine->addr : other->addr);
}

static bool is_strong(const struct op *op)
{
    unsigned o = op->order, failure = op->detail >> 4;
    bool acquire = o == __ATOMIC_CONSUME || o == __ATOMIC_ACQUIRE || o >= __ATOMIC_ACQ_REL;
    bool release = o == __ATOMIC_RELEASE || o >= __ATOMIC_ACQ_REL;
    switch (op->kind) {
    case OP_ATOMIC_LOAD: return acquire;
    case OP_ATOMIC_STORE: return release;
    case OP_ATOMIC_RMW: return acquire && release;
    case OP_ATOMIC_CAS: return acquire && release && failure != __ATOMIC_RELAXED;
    default: return true;
    }
}

/* Those of the threads with which t's operation may conflict: nearly all are out of the question by this. Without branches, which could not
 * be predicted. */
static inline threadset near(const struct world *w, const struct thread *t, threadset threads)
{
    const struct op *a = &t->op;
    struct foe foe = shadow_foe(parts[a->kind].first & (SHADOW_WRITE | SHADOW_ATOMIC));
    threadset found = NO_THREADS;
    if (parts[a->kind].second)
        return threads;
    for (threadset rest = threads; threadset_any(rest); rest = threadset_rest(rest)) {
        const struct op *b = &w->thread[threadset_first(rest)].op;
        bool common = (a->addr < b->addr + b->size) & (b->addr < a->addr + a->size) & is_foe(foe, parts[b->kind].first);
        found |= threadset_if(common | (parts[b->kind].second != 0), threadset_lowest(rest));
    }
    return found;
}

/* Accesses that do not conflict at present may do so later: whether a compare-exchange will fail only clocks tell. */
static void judge_poised(struct world *w, struct thread *t, const struct reach *mine, const struct thread *u, const struct reach *other)
{
    struct reach a = at_present(t, *mine), b = at_present(u, *other);
    if (conflict(&a, &b))
        poised(w, t, &t->op, &a, u, &b);
    else
        race_unordered();
}

static __attribute__((noinline)) void look_closely(struct world *w, struct thread *t, threadset others)
{
    struct reach mine[2], other[2];
    unsigned n = reaches(&t->op, mine);
    THREADSET_EACH(u, others) {
        unsigned m = reaches(&w->thread[u].op, other);
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < m; k++)
                if (conflict(&mine[i], &other[k]))
                    judge_poised(w, t, &mine[i], &w->thread[u], &other[k]);
    }
}

void race_arrived(struct world *w, struct thread *t)
{
    const struct op *op = &t->op;
    if (!(parts[op->kind].first | parts[op->kind].second))
        return;
    if (parts[op->kind].first & SHADOW_ATOMIC && w->race.wanted < RACE_ORDERED && !is_strong(op))
        race_unordered();
    threadset others = near(w, t, w->live & ~threadset_of(t->number));
    if (threadset_any(others))
        look_closely(w, t, others);
}

/* Whether the call has written by atomic instructions is not known: atomic accesses of others are let pass. */
void race_written(struct world *w, struct thread *t, uint64_t pc, uint64_t addr, uint64_t size)
{
    struct op call = {.kind = OP_FOREIGN, .pc = pc};
    struct reach mine = {addr, (uint32_t)size, SHADOW_WRITE}, other[2];
    if (w->weak)
        weak_world_written(addr, size);
    if (w->race.mode == WIRE_RACE_OFF)
        return;
    THREADSET_EACH(u, w->live & ~threadset_of(t->number)) {
        unsigned m = reaches(&w->thread[u].op, other);
        for (unsigned k = 0; k < m; k++)
            if (overlap(&mine, &other[k]) && !(other[k].flags & SHADOW_ATOMIC))
                poised(w, t, &call, &mine, &w->thread[u], &other[k]);
    }
}

/* ---- clocks ------------------------------------------------------------------------------------------------------- */

static void unordered_access(struct world *w, struct thread *t, const struct op *op, const struct reach *reach, uint64_t word,
                             const struct record *earlier)
{
    unsigned from = (unsigned)__builtin_ctz(earlier->bytes);
    struct wire_access first = {.pc = earlier->pc, .addr = word + from, .size = (uint32_t)__builtin_popcount(earlier->bytes),
                                .thread = earlier->thread, .kind = earlier->kind, .write = earlier->flags & SHADOW_WRITE,
                                .atomic = (earlier->flags & SHADOW_ATOMIC) != 0, .performed = 1, .stack = {earlier->pc}, .stack_used = 1};
    struct wire_access second;
    describe(t, op, reach, &second);
    second.performed = 1;
    blocks_describe(first.addr, &first.block, &first.block_size, &first.block_pc);
    found(w, t, &first, &second, first.addr > second.addr ? first.addr : second.addr);
}

void race_label_access(enum deed_kind kind, const struct thread *t, const struct op *op, const struct reach *reach)
{
    uint64_t end = reach->addr + reach->size;
    if (language_is_synchronized(reach->addr))
        return;
    for (uint64_t word = reach->addr & ~(uint64_t)7; word < end; word += 8)
        deeds_add((struct deed){.kind = (uint8_t)kind, .thread = (uint8_t)t->number, .flags = reach->flags & (DEED_WRITES | DEED_ATOMIC),
                                .bytes = shadow_bytes(word, reach->addr, end), .from = word, .pc = op->pc});
}

static void note_access(struct world *w, struct thread *t, const struct op *op, const struct reach *reach)
{
    if (mz__deeds) {
        race_label_access(DEED_ACCESS, t, op, reach);
        return;
    }
    struct record r = {.pc = op->pc, .when = clocks_now(t->number), .thread = (uint8_t)t->number, .flags = reach->flags,
                       .kind = (uint8_t)op->kind};
    struct unordered u;
    uint64_t end = reach->addr + reach->size;
    if (w->weak && !sharing_is_shared(reach->addr, reach->size)) /* a replay comes by more than the search, which numbers messages alike */
        return;
    for (uint64_t word = reach->addr & ~(uint64_t)7; word < end; word += 8) {
        r.bytes = shadow_bytes(word, reach->addr, end);
        if (shadow_access(word, &r, w->live, &u))
            w->sharing.grown = true;
        for (unsigned i = 0; i < u.count; i++)
            if (!language_is_synchronized(reach->addr) && is_to_be_told(w, u.record[i]->pc, op->pc))
                unordered_access(w, t, op, reach, word, u.record[i]);
    }
}

/* Most functions return 0 then. Of those that wait for a signal two return its number, or -1. */
static bool succeeded(const struct thread *t, const struct op *op)
{
    if (op->kind == OP_SIGWAIT)
        return (int)t->result[0] >= 0 && !t->resume_at;
    return (op_traits[op->kind].lock ? op_lock_taken(t->result[0]) : t->result[0] == 0) && !t->resume_at;
}

static bool ends_memory(enum op_kind kind)
{
    return kind == OP_FREE || kind == OP_REALLOC || kind == OP_MUNMAP || kind == OP_RETURN || kind == OP_JUMP;
}

/* The end of a block, or of a frame, is a write of what others share of it: an order that is too weak lets it come before accesses that are
 * made here before it. */
static void note_end(struct world *w, struct thread *t, const struct op *op)
{
    uint64_t end = op->addr + op->size;
    for (uint64_t word = op->addr & ~(uint64_t)7; word < end; word += 8) {
        uint64_t from = word > op->addr ? word : op->addr, to = word + 8 < end ? word + 8 : end;
        if (sharing_is_shared(from, to - from))
            note_access(w, t, op, &(struct reach){from, (uint32_t)(to - from), SHADOW_WRITE});
    }
}

/* Atomic objects that are written as plain memory, and frames that come and go: what lies there is known to all, or nobody's. */
static void plain_writes(const struct op *op, bool exchanged)
{
    struct reach reach[2];
    unsigned n = reaches(op, reach);
    for (unsigned i = 0; i < n; i++) {
        struct reach made = if_exchanged(op, reach[i], exchanged);
        if (made.flags & SHADOW_WRITE && !(made.flags & SHADOW_ATOMIC))
            weak_world_written(made.addr, made.size);
    }
    if (op_of_frames(op->kind))
        weak_world_written(op->addr, op->size);
}

void race_settle(struct world *w, struct thread *t, threadset going)
{
    if (!w->setup && !w->faulted && !weak_world_settle(going))
        world_report(t, FAULT_REFUSED, 0, 0, "so many objects of synchronization are not supported with --memory-model=c11");
}

void race_performed(struct world *w, struct thread *t, const struct op *op, enum performed how, bool access)
{
    if (w->setup || w->faulted)
        return;
    bool done = how == PERFORM_RESUME || !op_is_access(op->kind); /* else it is pending once more, as something else */
    struct outcome outcome = {how, succeeded(t, op), op->kind == OP_ATOMIC_CAS && t->op.arg[2]};
    if (access && done) {
        struct reach reach[2];
        unsigned n = reaches(op, reach);
        for (unsigned i = 0; i < n; i++) {
            struct reach made = if_exchanged(op, reach[i], outcome.exchanged);
            note_access(w, t, op, &made);
        }
    }
    if (w->weak && done) {
        if (ends_memory(op->kind))
            note_end(w, t, op);
        plain_writes(op, outcome.exchanged);
    }
    if (!op_is_access(op->kind))
        order_performed(t, op, outcome, w->last_born, w->atomic);
    if (w->weak)
        race_settle(w, t, w->live);
    if (w->foresight.learning && w->race.level >= RACE_LABELLED)
        foresight_ordered(&w->foresight, order_indifferent(op),
                          how | (outcome.succeeded ? OUTCOME_SUCCEEDED : 0) | (outcome.exchanged ? OUTCOME_EXCHANGED : 0));
    if (mz__ordering_lost)
        world_report(t, FAULT_REFUSED, 0, 0,
                     "so much shared memory is not supported by the detection of data races (--race=off goes without it)");
}

void race_section(struct world *w, const struct thread *t, enum op_kind edge)
{
    struct op op = {.kind = (uint16_t)edge, .pc = t->op.pc};
    if (w->race.clocks && !w->setup)
        order_performed(t, &op, (struct outcome){PERFORM_RESUME, true, false}, w->last_born, w->atomic);
}

void race_outside(struct world *w, const struct thread *t)
{
    struct op op = {.kind = OP_FOREIGN, .pc = t->op.pc, .addr = ORDER_OUTSIDE};
    if (w->race.clocks && !w->setup)
        order_performed(t, &op, (struct outcome){PERFORM_RESUME, true, false}, w->last_born, w->atomic);
}

static bool would_tell(const struct world *w, const struct thread *t, const struct reach *reach)
{
    struct record r = {.pc = t->op.pc, .thread = (uint8_t)t->number, .flags = reach->flags};
    struct unordered u;
    uint64_t end = reach->addr + reach->size;
    for (uint64_t word = reach->addr & ~(uint64_t)7; word < end; word += 8) {
        r.bytes = shadow_bytes(word, reach->addr, end);
        shadow_look(word, &r, &u);
        for (unsigned i = 0; i < u.count; i++)
            if (!language_is_synchronized(reach->addr) && would_be_told(&w->race, u.record[i]->pc, t->op.pc))
                return true;
    }
    return false;
}

bool race_would_tell(const struct world *w, const struct thread *t)
{
    struct reach reach[2];
    unsigned n = mz__deeds ? 0 : race_reaches_at_present(t, reach);
    for (unsigned i = 0; i < n; i++)
        if (would_tell(w, t, &reach[i]))
            return true;
    return false;
}

/* Recorded like an access that was made; false: something would be learnt that is not rewound. */
static bool try_access(const struct world *w, const struct thread *t, const struct reach *reach)
{
    struct record r = {.pc = t->op.pc, .when = clocks_now(t->number), .thread = (uint8_t)t->number, .flags = reach->flags,
                       .kind = (uint8_t)t->op.kind};
    struct unordered ignored;
    uint64_t end = reach->addr + reach->size;
    for (uint64_t word = reach->addr & ~(uint64_t)7; word < end; word += 8) {
        r.bytes = shadow_bytes(word, reach->addr, end);
        if (!shadow_expects(word, &r))
            return false;
        shadow_access(word, &r, w->live, &ignored);
    }
    return true;
}

/* Done, and taken back. */
bool race_foresee(struct world *w, const struct thread *t, unsigned outcome, struct digest *to)
{
    char *top = mz__hot.undo_top;
    struct digest now = unordered_digest(w->live);
    struct outcome as = {outcome & OUTCOME_HOW, outcome & OUTCOME_SUCCEEDED, outcome & OUTCOME_EXCHANGED};
    struct reach reach[2];
    bool known = !mz__ordering_lost && !race_begins_section(w, t); /* which orders it */
    unsigned n = race_reaches_at_present(t, reach);
    for (unsigned i = 0; i < n && known; i++)
        known = try_access(w, t, &reach[i]);
    if (known) {
        if (!op_is_access(t->op.kind))
            order_performed(t, &t->op, as, 0, w->atomic);
        *to = unordered_digest(t->op.kind == OP_EXIT ? w->live & ~threadset_of(t->number) : w->live);
    }
    undo_to(top);
    unordered_rewound(now, w->live);
    return known;
}

/* ---- for the search ------------------------------------------------------------------------------------------------ */

void race_start_over(struct world *w)
{
    struct race *r = &w->race;
    race_begin_at(r, r->wanted);
    race_forget(w);
}

void race_forget(struct world *w)
{
    struct race *r = &w->race;
    memset(r->pair, 0, sizeof r->pair);
    r->pairs = 0;
    r->first = r->notices;
}

const struct fault *race_notice(struct world *w)
{
    struct race *r = &w->race;
    return r->first == r->notices ? NULL : &r->notice[r->first++ % RACE_QUEUE].fault;
}

void race_export(const struct world *w, struct wire_finding *out)
{
    const struct race_notice *n = &w->race.notice[(w->race.first - 1) % RACE_QUEUE];
    memcpy(out->access, n->access, sizeof out->access);
    out->events = n->events;
}
