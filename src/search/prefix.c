/* prefix.c - see prefix.h. Clocks are worked out when they are asked for: most paths never come to the fragment. */
#include "search/prefix.h"

#include <string.h>

#include "base/reserve.h"
#include "model/op_columns.h"

bool prefix_open(struct prefix *p)
{
    *p = (struct prefix){.bytes = reserve_machine() / 4};
    p->steps = reserve(&p->bytes, 1 << 20);
    p->most = p->bytes / sizeof *p->steps < UINT32_MAX ? (uint32_t)(p->bytes / sizeof *p->steps) : UINT32_MAX;
    return p->steps != NULL;
}

void prefix_close(struct prefix *p)
{
    reserve_release(p->steps, p->bytes);
    *p = (struct prefix){0};
}

bool prefix_counts(const struct op *op)
{
    return op->kind >= OP_START && op->kind <= OP_SIGMASK;
}

/* "Lock acquire, lock release, and thread join". */
static bool is_event(const struct op *op)
{
    return op_traits[op->kind].lock != LOCK_NONE || op->kind == OP_JOIN;
}

static struct digest mixed(struct digest d, uint64_t word)
{
    word = (word + 1) * 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    return (struct digest){(d.lo ^ word) * 0xbf58476d1ce4e5b9u, (d.hi + word) * 0x94d049bb133111ebu + (d.lo >> 31)};
}

struct digest prefix_chain(const struct prefix *p)
{
    return p->count ? p->steps[p->count - 1].chain : (struct digest){0, 0};
}

bool prefix_add(struct prefix *p, tid t, const struct op *op, threadset born, uint32_t point, struct digest where)
{
    if (p->count == p->most)
        return false;
    struct digest chain = prefix_chain(p);
    uint64_t words[] = {t, op->kind, op->addr, op->addr2, point, where.lo, where.hi};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        chain = mixed(chain, words[i]);
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        chain = mixed(chain, threadset_word(born, i));
    struct prefix_step *s = &p->steps[p->count++];
    s->op = *op;
    s->born = born;
    s->point = point;
    s->thread = (uint16_t)t;
    s->event = !threadset_any(born) && is_event(op);
    s->chain = chain;
    return true;
}

void prefix_cut(struct prefix *p, uint32_t count)
{
    p->count = count;
    p->ordered = p->ordered < count ? p->ordered : count;
}

/* What t knows before step `end`: its last step did, or its birth. NULL: nothing. */
static const struct prefix_step *past(const struct prefix *p, uint32_t end, tid t)
{
    for (uint32_t k = end; k-- > 0;)
        if (threadset_has(p->steps[k].born, t) || p->steps[k].thread == t)
            return &p->steps[k];
    return NULL;
}

static void merge(uint32_t *clock, const uint32_t *other)
{
    for (tid t = 0; t < MAX_THREADS; t++)
        clock[t] = clock[t] > other[t] ? clock[t] : other[t];
}

static bool knows(const uint32_t *clock, const struct prefix_step *s)
{
    return clock[s->thread] >= s->number;
}

static void order(struct prefix *p, uint32_t n)
{
    struct prefix_step *s = &p->steps[n];
    const struct prefix_step *before = past(p, n, s->thread);
    memset(s->clock, 0, sizeof s->clock);
    if (before)
        merge(s->clock, before->clock);
    for (uint32_t k = n; !threadset_any(s->born) && k-- > 0;)
        if (!threadset_any(p->steps[k].born) && !knows(s->clock, &p->steps[k]) && op_dependent(&p->steps[k].op, &s->op))
            merge(s->clock, p->steps[k].clock);
    s->number = ++s->clock[s->thread];
}

void prefix_events(struct prefix *p, tid i, tid j, void (*each)(void *self, const struct prefix_step *event), void *self)
{
    static const uint32_t nothing[MAX_THREADS];
    for (; p->ordered < p->count; p->ordered++)
        order(p, p->ordered);
    const struct prefix_step *last = past(p, p->count, i);
    for (uint32_t k = 0; k < p->count; k++) {
        const struct prefix_step *s = &p->steps[k];
        if (s->event && s->thread != i && s->thread != j && !knows(last ? last->clock : nothing, s))
            each(self, s);
    }
}
