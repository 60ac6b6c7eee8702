/* may_access.c - see may_access.h. */
#include "base/lower_bound.h"
#include "world/state/may_access.h"

#include "world/blocks.h"
#include "world/hot.h"
#include "world/memory/layout.h"
#include "world/state/dead.h"
#include "world/state/seen_accesses.h"

/* In the addresses of the table's file. */
struct query {
    const struct liveness_header *table;
    uint64_t from, to;
    bool     guess; /* what code that is not known may do does not count */
};

/* The bytes of it that lie in a set. */
static uint64_t bytes_in(const struct query *q, uint32_t number)
{
    const struct liveness_set *set = &liveness_sets(q->table)[number];
    const struct liveness_range *extent = &liveness_extents(q->table)[set->first_extent];
    uint64_t bytes = 0;
    uint32_t first = (uint32_t)LOWER_BOUND(i, set->extents, (uint64_t)extent[i].from + extent[i].size <= q->from);
    for (; first < set->extents && extent[first].from < q->to; first++) {
        uint64_t lo = extent[first].from > q->from ? extent[first].from : q->from, end = (uint64_t)extent[first].from + extent[first].size;
        bytes += (end < q->to ? end : q->to) - lo;
    }
    return bytes;
}

/* Is it known who accesses all of it? */
static bool is_known(uint64_t addr, uint64_t size, struct query *q)
{
    unsigned count;
    const struct dead_module *module = dead_modules(&count);
    for (unsigned i = 0; i < count; i++) {
        *q = (struct query){module[i].table, addr - module[i].bias, addr - module[i].bias + size, .guess = false};
        if (size > 0 && addr >= module[i].bias && bytes_in(q, LIVENESS_SET_KNOWN) == size)
            return true;
    }
    return false;
}

/* Code of another file can access it only where that code calls what is not known, and then there is anything in its set. */
static bool accesses(const struct query *q, const struct liveness_header *table, uint32_t set)
{
    return (!q->guess && liveness_sets(table)[set].anything) || (table == q->table && bytes_in(q, set) > 0);
}

/* From the call that has not returned yet down to the first function of the thread. Each call must be one of the function below. */
static bool stack_accesses(const struct thread *t, const struct query *q)
{
    uint64_t pc = t->op.pc;
    for (uint32_t k = t->depth; k-- > 0; pc = t->frames[k].pc) {
        const struct liveness_header *table, *of_entry;
        const struct liveness_site *call = dead_call(pc, &table), *entry = dead_call(t->frames[k].hook, &of_entry);
        if (!call || !entry || table != of_entry || call->function != entry->function)
            return true;
        if (accesses(q, table, k + 1 == t->depth ? call->from : call->after))
            return true;
    }
    return false;
}

/* Does t wait for the end of `first`, or of one who does? Nothing else lets it go on. */
static bool joins(const struct world *w, const struct thread *t, tid first)
{
    for (unsigned i = 0; i < MAX_THREADS && t->op.kind == OP_JOIN && in_slots(t->op.arg[0]) && !w->cancels; i++) {
        tid number = (tid)slot_of(t->op.arg[0]);
        if (number == first || !threadset_has(w->live, number))
            return number == first && number != t->number;
        t = &w->thread[number];
    }
    return false;
}

static bool has_handlers(void)
{
    unsigned count;
    const struct dead_module *module = dead_modules(&count);
    for (unsigned i = 0; i < count; i++) {
        const struct liveness_set *handlers = &liveness_sets(module[i].table)[module[i].table->handlers];
        if (handlers->anything || handlers->extents)
            return true;
    }
    return false;
}

enum joining joining(const struct world *w, tid number)
{
    const struct thread *t = &w->thread[number];
    if (t->op.kind != OP_JOIN || w->cancels || has_handlers())
        return JOINING_NOT;
    for (unsigned i = 0; i < MAX_THREADS && t->op.kind == OP_JOIN && in_slots(t->op.arg[0]); i++) {
        tid next = (tid)slot_of(t->op.arg[0]);
        if (!threadset_has(w->live, next))
            return i > 0 ? JOINING_WAITS : JOINING_ENDED;
        t = &w->thread[next];
    }
    return t->op.kind == OP_JOIN ? JOINING_NOT : JOINING_WAITS;
}

/* Is it made of members of a block of the heap, or of a variable of the program? */
static bool has_members(const struct access *a)
{
    uint64_t start, size, site;
    if (a->addr - mz__hot.segment_lo < mz__hot.segment_size && a->size <= mz__hot.segment_size - (a->addr - mz__hot.segment_lo))
        return true;
    blocks_describe(a->addr, &start, &size, &site);
    return size > 0 && a->size <= size - (a->addr - start);
}

/* The call of each: will the thread make it, so that it does what does not go with an access? */
static bool comes_to(const struct thread *t, const struct seen_access *s, bool write)
{
    const struct query q = {s->table, s->pc - 1, s->pc, .guess = false};
    if (!s->pc || (!write && !s->write))
        return false;
    return !s->table || !s->table->lists_calls || s->table->leaves || stack_accesses(t, &q);
}

/* By what was seen. Who says no relies on it. */
static bool seen_to_come(const struct world *w, const struct thread *t, tid first, const struct access *a)
{
    struct seen_members of;
    if (has_handlers() || !has_members(a) || !seen_members(a, &of))
        return true;
    if (joins(w, t, first))
        return false;
    for (unsigned i = 0; i < of.count; i++)
        for (const struct seen_access *s = NULL; (s = seen_accesses_next(s, of.member[i]));)
            if (comes_to(t, s, a->write))
                return true;
    return t->number != first && !seen_accesses_rely(&of, a->write);
}

/* By the machine code alone, which tells of variables that no pointer leads to. */
static bool code_comes_to(const struct world *w, const struct thread *t, tid first, const struct access *a)
{
    struct query q;
    unsigned count;
    const struct dead_module *module = dead_modules(&count);
    if (!is_known(a->addr, a->size, &q))
        return true;
    for (unsigned i = 0; i < count; i++)
        if (accesses(&q, module[i].table, module[i].table->handlers))
            return true;
    return !joins(w, t, first) && stack_accesses(t, &q);
}

bool may_access(const struct world *w, tid number, tid first, const struct access *a)
{
    const struct thread *t = &w->thread[number];
    if (t->depth == 0 || t->outside)
        return true;
    return code_comes_to(w, t, first, a) && (!w->members || seen_to_come(w, t, first, a));
}

/* Does t still make a call that was seen to access it? Of what nobody was seen to access nothing is known. */
bool likely_access(const struct world *w, tid number, tid first, const struct access *a)
{
    const struct access any = {a->addr, a->size, WAY_WRITES};
    const struct thread *t = &w->thread[number];
    if (t->depth == 0 || t->outside)
        return true;
    if (joins(w, t, first) || !may_access(w, number, first, &any))
        return false;
    bool known = false;
    for (const struct seen_access *s = NULL; (s = seen_accesses_next(s, seen_member(a->addr)));) {
        struct query q = {s->table, s->pc - 1, s->pc, .guess = true};
        known |= s->table != NULL;
        if (s->table && stack_accesses(t, &q))
            return true;
    }
    return !known;
}
