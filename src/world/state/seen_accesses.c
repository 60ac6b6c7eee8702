/* seen_accesses.c - see seen_accesses.h. When the table is full what more is seen is forgotten, so guesses get worse, and claim no more. */
#include "world/state/seen_accesses.h"

#include "base/digest.h"
#include "world/blocks.h"
#include "world/state/dead.h"

enum { SLOTS = 1 << 14, MOST = 1 << 15, UNIT = 4, UNITS = 16 }; /* of a long range only the first ones */

static struct {
    uint32_t slot[SLOTS]; /* number + 1 of the first */
    uint32_t count;
    struct seen_access at[MOST];
} seen;

static uint64_t member_at(uint64_t addr)
{
    uint64_t start, size, site;
    blocks_describe(addr, &start, &size, &site);
    return digest_with(digest_with((struct digest){1, 1}, site), (addr - start) / UNIT).lo;
}

static uint32_t *seen_slot(uint64_t member)
{
    return &seen.slot[(member ^ member >> 32) % SLOTS];
}

/* From this one on. */
static const struct seen_access *find(uint32_t number, uint64_t member)
{
    while (number && seen.at[number - 1].member != member)
        number = seen.at[number - 1].next;
    return number ? &seen.at[number - 1] : NULL;
}

static void note(uint64_t addr, const struct liveness_header *table, uint32_t pc)
{
    uint64_t member = member_at(addr);
    uint32_t *slot = seen_slot(member);
    for (const struct seen_access *s = find(*slot, member); s; s = find(s->next, member))
        if (s->table == table && s->pc == pc)
            return;
    if (seen.count == MOST)
        return;
    seen.at[seen.count++] = (struct seen_access){member, table, pc, *slot};
    *slot = seen.count;
}

void seen_accesses_note(const struct world *w, tid t)
{
    struct access access[OP_MAX_ACCESSES];
    const struct op *op = &w->thread[t].op;
    const struct liveness_header *table;
    const struct liveness_site *call = dead_call(op->pc, &table);
    int count = call ? op_accesses(op, access) : 0;
    for (int i = 0; i < count; i++)
        for (uint64_t unit = 0; unit < UNITS && unit * UNIT < access[i].size; unit++)
            note(access[i].addr + unit * UNIT, table, call->pc);
}

const struct seen_access *seen_accesses_next(const struct seen_access *before, uint64_t addr)
{
    uint64_t member = before ? before->member : member_at(addr);
    return find(before ? before->next : *seen_slot(member), member);
}
