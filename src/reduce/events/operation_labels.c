/* operation_labels.c - the labels of pending operations: what they touch, by what the lts says, or by what they name. */
#include "model/op_columns.h"
#include "reduce/events/label_ranges.h"
#include "reduce/events/labels.h"

static void add(struct ranges *r, uint64_t addr, uint32_t size, enum access_way way, uint16_t sides)
{
    r->range[r->count++] = (struct range){addr, (uint64_t)size << SIZE_AT | (uint64_t)way << WAY_AT | sides};
}

/* Objects that every thread can see besides memory. */
static bool tells_of_threads(enum op_kind kind)
{
    return kind == OP_CREATE || kind == OP_EXIT || kind == OP_PROCESS_EXIT;
}

static void add_threads(struct ranges *r, const struct lts *l, tid t, enum op_kind kind)
{
    if (kind == OP_CREATE)
        add(r, WHO_EXISTS, 1, false, ALL_SIDES);
    /* Whoever ends last ends the process. As long as the first thread is alive, only its end makes another one the last. */
    if (kind == OP_EXIT)
        add(r, WHO_IS_ALIVE, 1, t == 0 || !threadset_has(l->live(l->self), 0), ALL_SIDES);
    if (kind == OP_PROCESS_EXIT)
        r->kills = l->foresight->unjoined(l->self) & ~threadset_of(t);
}

static bool touches_everything(const struct lts *l, enum op_kind kind)
{
    return kind == OP_FOREIGN || kind == OP_ATOMIC_BEGIN || (kind == OP_PROCESS_EXIT && !lts_knows_unjoined(l));
}

/* By its index among the ranges, or -1: what the operation waits for, and what only its owner can give up with it. */
static int waits_for(enum op_kind kind)
{
    enum op_waiting w = op_traits[kind].waiting;
    return w == WAITING_AWAITS ? 0 : w == WAITING_AWAITS_SECOND ? 1 : -1;
}

static int gives_up(enum op_kind kind)
{
    enum op_waiting w = op_traits[kind].waiting;
    return w == WAITING_LEAVES ? 0 : w == WAITING_LEAVES_SECOND ? 1 : -1;
}

bool label_parks(const struct lts *l, tid t)
{
    enum op_kind kind = l->next(l->self, t)->kind;
    return kind == OP_FAULT || kind == OP_ASSUME || (kind == OP_PROCESS_EXIT && !l->end_looks);
}

threadset label_again(const struct lts *l, threadset ends, threadset others)
{
    bool all_others_wait = !threadset_any(others) || (threadset_any(ends) && lts_stuck_threads(l));
    return all_others_wait ? ends : NO_THREADS;
}

label label_at_most(struct labels *s, const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    struct ranges r = {0};
    int n = lts_touches(l, t, access);
    if (n == LTS_EVERYTHING)
        return LABEL_EVERYTHING;
    if (n == 0)
        n = op_accesses(l->next(l->self, t), access);
    for (int i = 0; i < n; i++)
        add(&r, access[i].addr, access[i].size, access[i].write || i == 0, ALL_SIDES);
    return label_intern(s, &r);
}

static void add_accesses(struct ranges *r, enum op_kind kind, const struct access *access, int count)
{
    int given_up = gives_up(kind), waited_for = waits_for(kind);
    for (int i = 0; i < count; i++) {
        bool weak = access[i].write >= WAY_WEAK_LOAD;
        enum access_way way = !weak ? access[i].write : access[i].write == WAY_WEAK_LOAD ? WAY_READS : WAY_WRITES;
        add(r, access[i].addr, access[i].size, way, weak ? OF_ATOMICS : i == waited_for || i == given_up ? OF_WAITERS : ALL_SIDES);
    }
}

/* The first range, as one to be tried first: an update minds what is stored where it reads, and neither minds who reads or stores later. */
static void mind_no_later(struct ranges *r, enum access_way way)
{
    struct range *first = &r->range[0];
    if (way == WAY_WEAK_UPDATE)
        r->range[r->count++] = (struct range){first->addr, first->extent & ~(uint64_t)WAYS};
    first->extent ^= ALL_SIDES; /* of OF_ATOMICS, SIDE_PLAIN is left */
}

/* `way`: in which it touches its first object. */
static label intern_with_candidate(struct labels *s, struct ranges *r, enum op_kind kind, enum access_way way, label *candidate)
{
    int given_up = gives_up(kind);
    label a = *candidate = label_intern(s, r);
    if (given_up >= 0 && (uint32_t)given_up < r->count && (r->range[given_up].extent & SIDES) == OF_WAITERS)
        r->range[given_up].extent ^= ALL_SIDES;
    else if (r->count > 0 && range_way(&r->range[0]) >= WAY_POSTS)
        r->range[0].extent ^= OF_WAITERS;
    else if (way == WAY_WEAK_STORE || (way == WAY_WEAK_UPDATE && r->count < MOST_RANGES))
        mind_no_later(r, way);
    else
        return a;
    *candidate = label_intern(s, r);
    return a;
}

static bool is_named(const struct named *m, const struct op *op)
{
    bool second = m->size2 == op->size2 && (m->addr2 == op->addr2 || op->size2 == 0);
    return m->addr == op->addr && m->kind == op->kind && m->size == op->size && second;
}

/* Most steps are of this kind, and do what was done before in other states. */
static label label_as_named(struct labels *s, const struct op *op, label *candidate)
{
    uint64_t what = op->kind + (op->size2 ? OP_KINDS : 0);
    struct named *m = label_named(s, op->addr ^ what << 48);
    if (!is_named(m, op)) {
        struct access access[OP_MAX_ACCESSES];
        struct ranges r = {0};
        add_accesses(&r, op->kind, access, op_accesses(op, access));
        *m = (struct named){op->addr, op->addr2, op->size, op->size2, op->kind, 0, 0};
        m->label = intern_with_candidate(s, &r, op->kind, WAY_WRITES, &m->candidate);
    }
    *candidate = m->candidate;
    return m->label;
}

label label_of(struct labels *s, const struct lts *l, tid t, label *candidate)
{
    if (threadset_any(lts_in_sections(l)))
        return *candidate = LABEL_EVERYTHING;
    return label_alone(s, l, t, candidate);
}

label label_alone(struct labels *s, const struct lts *l, tid t, label *candidate)
{
    const struct op *op = l->next(l->self, t);
    struct access access[LTS_MAX_TOUCHES];
    struct ranges r;
    int n = touches_everything(l, op->kind) ? LTS_EVERYTHING : lts_touches_or_named(l, t, access);
    if (n == LTS_EVERYTHING)
        return *candidate = LABEL_EVERYTHING;
    if (n == LTS_AS_NAMED && !tells_of_threads(op->kind))
        return label_as_named(s, op, candidate);
    if (n == 0 && waits_for(op->kind) >= 0) {
        label a = label_as_named(s, op, candidate);
        *candidate = LABEL_NOTHING;
        return a;
    }
    r.count = r.everything = 0;
    r.kills = r.needs = NO_THREADS;
    r.behind = 0;
    n = n == LTS_AS_NAMED ? op_accesses(op, access) : n;
    add_accesses(&r, op->kind, access, n);
    add_threads(&r, l, t, op->kind);
    return intern_with_candidate(s, &r, op->kind, n > 0 ? access[0].write : WAY_READS, candidate);
}
