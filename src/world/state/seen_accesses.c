/* seen_accesses.c - see seen_accesses.h. When the table is full what more is seen is forgotten: guesses get worse, nobody relies on it. */
#include "world/state/seen_accesses.h"

#include "base/digest.h"
#include "world/blocks.h"
#include "world/state/dead.h"
#include "world/touches.h"

enum { SLOTS = 1 << 14, MOST = 1 << 15 };

/* In place of the number of a member: all of a block, whatever the block is; anything. */
#define WHOLE UINT64_MAX
#define ANYTHING (UINT64_MAX - 1)

static struct {
    uint32_t slot[SLOTS]; /* number + 1 of the first */
    uint32_t count;
    bool     full;
    struct seen_access at[MOST];
} seen;

static uint64_t name(uint64_t site, uint64_t number)
{
    return digest_with(digest_with((struct digest){1, 1}, site), number).lo;
}

/* Memory that is no block has all of its members in one place, where the site is 0. */
static uint64_t site_at(uint64_t addr, uint64_t *start)
{
    uint64_t size, site;
    blocks_describe(addr, start, &size, &site);
    return site;
}

uint64_t seen_member(uint64_t addr)
{
    uint64_t start, site = site_at(addr, &start);
    return name(site, (addr - start) / SEEN_UNIT);
}

static uint32_t *seen_slot(uint64_t member)
{
    return &seen.slot[(member ^ member >> 32) % SLOTS];
}

/* From this one on. */
static struct seen_access *find(uint32_t number, uint64_t member)
{
    while (number && seen.at[number - 1].member != member)
        number = seen.at[number - 1].next;
    return number ? &seen.at[number - 1] : NULL;
}

const struct seen_access *seen_accesses_next(const struct seen_access *before, uint64_t member)
{
    return find(before ? before->next : *seen_slot(member), member);
}

static struct seen_access *add(struct seen_access a)
{
    seen.full |= seen.count == MOST;
    if (seen.full)
        return NULL;
    uint32_t *slot = seen_slot(a.member);
    a.next = *slot;
    seen.at[seen.count] = a;
    *slot = ++seen.count;
    return &seen.at[seen.count - 1];
}

/* --- noting ----------------------------------------------------------------------------------------------------------- */

/* True: somebody has relied on there being no such access. */
static bool note(uint64_t member, struct seen_access a)
{
    bool relied = false, was_full = seen.full;
    for (const struct seen_access *s = find(*seen_slot(member), member); s; s = find(s->next, member)) {
        if (s->table == a.table && s->pc == a.pc && s->write == a.write)
            return false;
        relied |= a.write ? s->relied : s->relied_on_reads;
    }
    a.member = member;
    return !was_full && (!add(a) || relied);
}

static bool note_range(const struct access *range, struct seen_access a)
{
    uint64_t first = range->addr & ~(uint64_t)(SEEN_UNIT - 1), end = range->addr + range->size, start;
    bool relied = false;
    for (uint64_t at = first, unit = 0; at < end && unit < SEEN_UNITS; at += SEEN_UNIT, unit++)
        relied |= note(seen_member(at), a);
    if (end - first > SEEN_UNITS * SEEN_UNIT)
        relied |= note(name(site_at(range->addr, &start), WHOLE), a);
    return relied;
}

bool seen_accesses_note(const struct world *w, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    const struct op *op = &w->thread[t].op;
    const struct liveness_header *table;
    const struct liveness_site *call = dead_call(op->pc, &table);
    struct seen_access a = {.table = call ? table : NULL, .pc = call ? call->pc : 1, .write = true};
    int count = w->members ? touches_of(w, t, access) : LTS_AS_NAMED; /* guesses go by what is named */
    bool relied = count == LTS_EVERYTHING && note(name(0, ANYTHING), a);
    if (count == LTS_AS_NAMED || count == LTS_EVERYTHING)
        count = op_accesses(op, access);
    for (int i = 0; i < count; i++) {
        a.write = access[i].write != WAY_READS;
        relied |= note_range(&access[i], a);
    }
    return relied;
}

/* --- relying ---------------------------------------------------------------------------------------------------------- */

bool seen_members(const struct access *a, struct seen_members *out)
{
    uint64_t first = a->addr & ~(uint64_t)(SEEN_UNIT - 1), end = a->addr + a->size, start;
    out->count = 0;
    if (end - first > SEEN_UNITS * SEEN_UNIT)
        return false;
    for (uint64_t at = first; at < end; at += SEEN_UNIT)
        out->member[out->count++] = seen_member(at);
    out->member[out->count++] = name(site_at(a->addr, &start), WHOLE);
    out->member[out->count++] = name(0, ANYTHING);
    return true;
}

bool seen_accesses_rely(const struct seen_members *of, bool write)
{
    for (unsigned i = 0; i < of->count && !seen.full; i++) {
        struct seen_access *s = find(*seen_slot(of->member[i]), of->member[i]);
        s = s ? s : add((struct seen_access){.member = of->member[i]});
        if (s) {
            s->relied = true;
            s->relied_on_reads |= write;
        }
    }
    return !seen.full;
}
