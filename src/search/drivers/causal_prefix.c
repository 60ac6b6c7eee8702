/* causal_prefix.c - see causal_prefix.h. Nothing is worked out before somebody asks: most paths never come to the fragment. */
#include "search/drivers/causal_prefix.h"

#include "base/reserve.h"
#include "model/op_columns.h"

bool causal_prefix_open(struct causal_prefix *p)
{
    *p = (struct causal_prefix){.bytes = reserve_machine() / 4};
    p->steps = reserve(&p->bytes, 1 << 20);
    p->most = p->bytes / sizeof *p->steps < UINT32_MAX ? (uint32_t)(p->bytes / sizeof *p->steps) : UINT32_MAX;
    return p->steps && visited_open(&p->known, reserve_machine() / 64, VISITED_NOTES);
}

void causal_prefix_close(struct causal_prefix *p)
{
    reserve_release(p->steps, p->bytes);
    visited_close(&p->known);
    *p = (struct causal_prefix){0};
}

void causal_prefix_clear(struct causal_prefix *p)
{
    visited_clear(&p->known);
    p->count = p->op_count = 0;
}

bool causal_prefix_counts(const struct op *op)
{
    return op->kind >= OP_START && op->kind <= OP_SIGMASK;
}

/* --- operations ----------------------------------------------------------------------------------------------------------- */

/* "Lock acquire, lock release, and thread join". */
static bool is_event(const struct op *op)
{
    return op_traits[op->kind].lock != LOCK_NONE || op->kind == OP_JOIN;
}

/* All that op_dependent() looks at. */
static struct digest identity(const struct op *op)
{
    uint64_t words[] = {op->kind, op->addr, op->addr2, op->size, op->size2};
    struct digest d = {1, 1};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        d = digest_with(d, words[i]);
    return d;
}

static void set_bit(uint64_t *words, uint32_t bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void add_op(struct causal_prefix *p, const struct op *op)
{
    uint32_t n = p->op_count++;
    p->ops[n] = *op;
    for (uint32_t w = 0; w < CONE_WORDS; w++)
        p->dependent[n][w] = 0;
    for (uint32_t k = 0; k <= n; k++)
        if (op_dependent(&p->ops[k], op)) {
            set_bit(p->dependent[n], k);
            set_bit(p->dependent[k], n);
        }
}

static uint16_t number_of(struct causal_prefix *p, const struct op *op)
{
    enum visited_result result = visited_insert(&p->known, identity(op));
    if (result == VISITED_NEW) {
        bool room = p->op_count < PREFIX_OPS;
        if (room)
            add_op(p, op);
        *visited_note(&p->known) = room ? p->op_count : PREFIX_OPS + 1;
    }
    return result == VISITED_FULL ? PREFIX_OPS : (uint16_t)(*visited_note(&p->known) - 1);
}

/* --- steps ---------------------------------------------------------------------------------------------------------------- */

bool causal_prefix_add(struct causal_prefix *p, tid t, const struct op *op, threadset born, uint32_t point)
{
    if (p->count == p->most)
        return false;
    bool births = threadset_any(born);
    p->steps[p->count++] = (struct causal_prefix_step){.born = born, .point = point, .thread = (uint16_t)t,
                                                .op = births ? PREFIX_OPS : number_of(p, op), .event = !births && is_event(op)};
    return true;
}

void causal_prefix_cut(struct causal_prefix *p, uint32_t count)
{
    p->count = count;
}

/* --- what happens before -------------------------------------------------------------------------------------------------- */

struct cone cone_of(tid i)
{
    return (struct cone){.threads = threadset_of(i)};
}

bool cone_includes(const struct cone *a, const struct cone *b)
{
    uint64_t missing = 0;
    for (unsigned w = 0; w < CONE_WORDS; w++)
        missing |= b->ops[w] & ~a->ops[w];
    return missing == 0 && !threadset_any(b->threads & ~a->threads);
}

static bool meet(const uint64_t *a, const uint64_t *b)
{
    uint64_t common = 0;
    for (unsigned w = 0; w < CONE_WORDS; w++)
        common |= a[w] & b[w];
    return common != 0;
}

/* Does the step happen before what c has? Then c has it, too. */
static bool takes(const struct causal_prefix *p, struct cone *c, const struct causal_prefix_step *s)
{
    bool numbered = s->op < PREFIX_OPS;
    if (!threadset_has(c->threads, s->thread) && !threadset_meet(c->threads, s->born) && !(numbered && meet(p->dependent[s->op], c->ops)))
        return false;
    c->threads = (c->threads & ~s->born) | threadset_of(s->thread);
    if (numbered)
        set_bit(c->ops, s->op);
    return true;
}

void causal_prefix_back(struct causal_prefix *p, struct cone c, uint32_t depth, const struct causal_prefix_visitor *v)
{
    uint32_t end = p->count;
    for (uint32_t point = depth;; point--) {
        uint32_t first = end;
        for (; first > 0 && p->steps[first - 1].point == point; first--) {
            struct causal_prefix_step *s = &p->steps[first - 1];
            s->late = !takes(p, &c, s) && s->event && s->thread != v->i && s->thread != v->j;
        }
        for (uint32_t k = first; k < end; k++)
            if (p->steps[k].late)
                v->event(v->self, &p->steps[k]);
        if (point == 0 || !v->node(v->self, point - 1, &c))
            return;
        end = first;
    }
}
