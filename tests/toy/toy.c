/* toy.c - what the statements of toy programs mean. */
#include "toy.h"

#include <string.h>

static const struct toy_statement exit_statement = {.code = TOY_EXIT};

const struct toy_statement *toy_next(const struct toy_program *p, const struct toy_state *s, tid t)
{
    unsigned pc = s->thread[t].pc;
    return pc < p->length[t] ? &p->code[t][pc] : &exit_statement;
}

void toy_start(const struct toy_program *p, struct toy_state *s)
{
    memset(s, 0, sizeof *s);
    for (tid t = 0; t < TOY_THREADS; t++)
        if (t >= p->threads || threadset_has(p->spawned_later, t))
            s->thread[t].phase = TOY_UNBORN;
}

static bool may_wake(const struct toy_statement *wait, const struct toy_state *s, tid t)
{
    return !(s->waiters[wait->object] >> t & 1) && s->owner[wait->second] == 0;
}

bool toy_enabled(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *next = toy_next(p, s, t);
    if (s->assumed)
        return false;
    if (s->thread[t].phase == TOY_WAITING)
        return may_wake(next, s, t);
    if (s->thread[t].phase != TOY_READY)
        return false;
    switch (next->code) {
    case TOY_LOCK: return s->owner[next->object] == 0;
    case TOY_JOIN: return s->thread[next->object].phase == TOY_ENDED;
    default:       return true;
    }
}

threadset toy_enabled_set(const struct toy_program *p, const struct toy_state *s)
{
    threadset set = 0;
    for (tid t = 0; t < p->threads; t++)
        if (toy_enabled(p, s, t))
            set |= threadset_of(t);
    return set;
}

unsigned toy_outcomes(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *next = toy_next(p, s, t);
    if (next->code == TOY_CHOOSE)
        return next->a > 0 ? next->a : 1;
    if (next->code == TOY_SIGNAL && s->waiters[next->object] != 0)
        return threadset_size(s->waiters[next->object]);
    return 1;
}

enum lts_end toy_end(const struct toy_program *p, const struct toy_state *s)
{
    if (s->assumed)
        return LTS_ASSUMED;
    for (tid t = 0; t < p->threads; t++)
        if (s->thread[t].phase != TOY_ENDED && s->thread[t].phase != TOY_UNBORN)
            return LTS_RUNNING;
    return LTS_ENDED;
}

static uint8_t wrap(unsigned value)
{
    return (uint8_t)(value % TOY_VALUES);
}

static void unlock(struct toy_state *s, unsigned m, tid t)
{
    if (s->owner[m] == t + 1)
        s->owner[m] = 0;
}

/* The first half of a wait leaves the pc where it is; the second half goes on. */
static bool wait(struct toy_state *s, const struct toy_statement *x, tid t)
{
    if (s->thread[t].phase == TOY_WAITING) {
        s->thread[t].phase = TOY_READY;
        s->owner[x->second] = (uint8_t)(t + 1);
        return true;
    }
    unlock(s, x->second, t);
    s->waiters[x->object] |= (uint8_t)(1u << t);
    s->thread[t].phase = TOY_WAITING;
    return false;
}

static void wake_one(struct toy_state *s, unsigned c, unsigned choice)
{
    uint8_t waiters = s->waiters[c];
    while (choice-- > 0)
        waiters &= (uint8_t)(waiters - 1);
    if (waiters)
        s->waiters[c] &= (uint8_t)~(waiters & -waiters);
}

static bool holds(const struct toy_statement *x, uint8_t value)
{
    return (value == x->a) != x->negated;
}

enum toy_result toy_execute(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice)
{
    const struct toy_statement *x = toy_next(p, s, t);
    uint8_t *pc = &s->thread[t].pc, *r = &s->thread[t].local[x->local];
    uint8_t *v = &s->var[x->object % TOY_VARS];
    bool go_on = true;
    switch ((enum toy_code)x->code) {
    case TOY_READ:      *r = *v; break;
    case TOY_WRITE:     *v = wrap(x->a); break;
    case TOY_STORE:     *v = wrap(*r + x->a); break;
    case TOY_CAS:       *r = *v == x->a; *v = *r ? wrap(x->b) : *v; break;
    case TOY_ADD:       *r = *v; *v = wrap(*v + x->a); break;
    case TOY_LOCK:      s->owner[x->object] = (uint8_t)(t + 1); break;
    case TOY_UNLOCK:    unlock(s, x->object, t); break;
    case TOY_TRYLOCK:
        *r = s->owner[x->object] == 0;
        if (*r)
            s->owner[x->object] = (uint8_t)(t + 1);
        break;
    case TOY_WAIT:      go_on = wait(s, x, t); break;
    case TOY_SIGNAL:    wake_one(s, x->object, choice); break;
    case TOY_BROADCAST: s->waiters[x->object] = 0; break;
    case TOY_SPAWN:
        if (s->thread[x->object].phase == TOY_UNBORN && x->object < p->threads)
            s->thread[x->object].phase = TOY_READY;
        break;
    case TOY_EXIT:      s->thread[t].phase = TOY_ENDED; go_on = false; break;
    case TOY_CHOOSE:    *r = wrap(choice); break;
    case TOY_ASSERT:
        if (!holds(x, *r)) {
            s->thread[t].phase = TOY_PARKED;
            return TOY_FAILED;
        }
        break;
    case TOY_ASSUME:    s->assumed = !holds(x, *r); break;
    case TOY_BRANCH:
        if (holds(x, *r)) {
            *pc = x->target;
            go_on = false;
        }
        break;
    case TOY_JUMP:      *pc = x->target; go_on = false; break;
    case TOY_LET:       *r = wrap(x->a); break;
    case TOY_JOIN:
    case TOY_YIELD:
    case TOY_CODES:     break;
    }
    *pc = (uint8_t)(*pc + go_on);
    return TOY_DONE;
}

/* --- operations ------------------------------------------------------------------------------------------------- */

bool toy_is_access(const struct toy_statement *x)
{
    return x->code <= TOY_ADD;
}

bool toy_is_visible(const struct toy_program *p, uint32_t hidden, const struct toy_statement *x)
{
    if (toy_is_access(x))
        return !(hidden >> x->object & 1);
    return x->code <= TOY_CHOOSE || (x->code == TOY_ASSERT && p->assert_visible);
}

static uint64_t var_addr(unsigned v) { return 0x1000 + 8 * v; }
static uint64_t mutex_addr(unsigned m) { return 0x2000 + 8 * m; }
static uint64_t cond_addr(unsigned c) { return 0x3000 + 8 * c; }
static uint64_t thread_addr(unsigned u) { return 0x4000 + 8 * u; }

static void touch(struct op *op, enum op_kind kind, uint64_t addr)
{
    op->kind = (uint16_t)kind;
    op->addr = addr;
    op->size = 8;
}

static void touch_wait(struct op *op, const struct toy_statement *x, bool waiting)
{
    touch(op, waiting ? OP_WAKE : OP_WAIT, cond_addr(x->object));
    op->addr2 = mutex_addr(x->second);
    op->size2 = 8;
}

struct op toy_op(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    struct op op = {.kind = OP_YIELD, .pc = 0x100 * (t + 1) + s->thread[t].pc};
    switch ((enum toy_code)x->code) {
    case TOY_READ:      touch(&op, OP_READ, var_addr(x->object)); break;
    case TOY_WRITE:
    case TOY_STORE:     touch(&op, OP_WRITE, var_addr(x->object)); break;
    case TOY_CAS:       touch(&op, OP_ATOMIC_CAS, var_addr(x->object)); break;
    case TOY_ADD:       touch(&op, OP_ATOMIC_RMW, var_addr(x->object)); break;
    case TOY_LOCK:      touch(&op, OP_LOCK, mutex_addr(x->object)); break;
    case TOY_UNLOCK:    touch(&op, OP_UNLOCK, mutex_addr(x->object)); break;
    case TOY_TRYLOCK:   touch(&op, OP_TRYLOCK, mutex_addr(x->object)); break;
    case TOY_WAIT:      touch_wait(&op, x, s->thread[t].phase == TOY_WAITING); break;
    case TOY_SIGNAL:    touch(&op, OP_SIGNAL, cond_addr(x->object)); break;
    case TOY_BROADCAST: touch(&op, OP_BROADCAST, cond_addr(x->object)); break;
    case TOY_SPAWN:     touch(&op, OP_CREATE, thread_addr(x->object)); break;
    case TOY_JOIN:      touch(&op, OP_JOIN, thread_addr(x->object)); break;
    case TOY_EXIT:      touch(&op, OP_EXIT, thread_addr(t)); break;
    case TOY_CHOOSE:    op.kind = OP_CHOOSE; break;
    default:            break;
    }
    return op;
}
