/* toy_op.c - the operations of toy programs: what each one touches, and whether it is a scheduling point. */
#include "toy.h"

#include <string.h>

static uint32_t var(unsigned v) { return 1u << v % TOY_VARS; }

void toy_touches(const struct toy_statement *x, uint32_t *reads, uint32_t *writes)
{
    *reads = *writes = 0;
    switch (x->code) {
    case TOY_READ:   *reads = var(x->object); break;
    case TOY_READ2:  *reads = var(x->object) | var(x->object + 1u); break;
    case TOY_COPY:   *reads = var(x->second); *writes = var(x->object); break;
    case TOY_WRITE:
    case TOY_STORE:
    case TOY_CAS:
    case TOY_ADD:
    case TOY_COUNT:
    case TOY_FLIP:   *writes = var(x->object); break;
    case TOY_WRITE2: *writes = var(x->object) | var(x->object + 1u); break;
    default:         break;
    }
}

static bool is_atomic(const struct toy_statement *x)
{
    return x->code >= TOY_CAS && x->code <= TOY_FLIP;
}

/* Can posts never make the semaphore as great as it can be, whatever is done? Each of them is made once. */
static bool posts_fit(const struct toy_program *p, unsigned s)
{
    unsigned most = p->sem_start[s];
    for (tid t = 0; t < p->threads; t++)
        for (unsigned pc = 0; pc < p->length[t]; pc++) {
            const struct toy_statement *x = &p->code[t][pc];
            bool again = p->reuses || ((x->code == TOY_JUMP || x->code == TOY_BRANCH) && x->target <= pc);
            most += again ? TOY_VALUES : x->code == TOY_SEM_POST && x->object == s;
        }
    return most < TOY_VALUES;
}

/* Do no more threads ever come to the barrier than it waits for? */
static bool all_are_needed(const struct toy_program *p, unsigned b)
{
    unsigned comers = 0;
    for (tid t = 0; t < p->threads; t++) {
        bool comes = false;
        for (unsigned pc = 0; pc < p->length[t]; pc++)
            comes |= (p->code[t][pc].code == TOY_BARRIER || p->code[t][pc].code == TOY_MEET) && p->code[t][pc].object == b;
        comers += comes;
    }
    return comers <= p->barrier_size[b];
}

enum access_way toy_changes(const struct toy_program *p, const struct toy_statement *x)
{
    bool posts = x->code == TOY_SEM_POST && posts_fit(p, x->object);
    if (x->code == TOY_MEET && all_are_needed(p, x->object))
        return WAY_ARRIVES;
    return x->code == TOY_COUNT ? WAY_ADDS : x->code == TOY_FLIP ? WAY_XORS : posts ? WAY_POSTS : WAY_WRITES;
}

bool toy_only_looks(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    struct toy_state after = *s;
    if (x->code == TOY_CAS)
        return s->var[x->object % TOY_VARS] != x->a;
    toy_execute(p, &after, t, 0);
    after.thread[t] = s->thread[t];
    return memcmp(&after, s, sizeof after) == 0;
}

/* A compare-and-swap that fails is a read. */
struct toy_access toy_access(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    struct toy_access a = {.atomic = is_atomic(x)};
    if (s->inside[t] || s->thread[t].phase != TOY_READY)
        return a;
    toy_touches(x, &a.reads, &a.writes);
    if (x->code == TOY_CAS && toy_only_looks(p, s, t)) {
        a.reads = a.writes;
        a.writes = 0;
    }
    return a;
}

bool toy_race(const struct toy_access *a, const struct toy_access *b)
{
    return !(a->atomic && b->atomic) && ((a->writes & (b->reads | b->writes)) || (a->reads & b->writes));
}

bool toy_is_visible(const struct toy_program *p, const struct toy_state *s, tid t, uint32_t hidden)
{
    const struct toy_statement *x = toy_next(p, s, t);
    uint32_t reads, writes;
    if (s->inside[t] || x->code == TOY_LEAVE)
        return false;
    if (x->code < TOY_LOCK) {
        toy_touches(x, &reads, &writes);
        return (reads | writes) & ~hidden;
    }
    if (x->code == TOY_ASSUME || (x->code == TOY_ASSERT && p->assert_visible))
        return !toy_holds(x, s, t);
    if (x->code == TOY_SPAWN && p->births_fused)
        return false;
    return x->code <= TOY_CHOOSE;
}

uint64_t toy_var_addr(unsigned v) { return 0x1000 + 8 * v; }
static uint64_t mutex_addr(unsigned m) { return 0x2000 + 8 * m; }
static uint64_t cond_addr(unsigned c) { return 0x3000 + 8 * c; }
static uint64_t thread_addr(unsigned u) { return 0x4000 + 16 * u; }
static uint64_t cancel_addr(unsigned u) { return thread_addr(u) + 8; }
uint64_t toy_sem_addr(unsigned s) { return 0x5000 + 8 * s; }
static uint64_t rwlock_addr(unsigned l) { return 0x6000 + 8 * l; }
static uint64_t barrier_addr(unsigned b) { return 0x7000 + 8 * b; }

static bool comes_to_end(const struct toy_program *p, tid t, unsigned pc, uint32_t *seen)
{
    for (; pc < p->length[t]; pc++) {
        const struct toy_statement *x = &p->code[t][pc];
        if (*seen >> pc & 1)
            return false;
        *seen |= 1u << pc;
        if (x->code == TOY_EXIT || x->code == TOY_QUIT || x->code == TOY_TESTCANCEL)
            return true;
        if (x->code == TOY_JUMP || (x->code == TOY_BRANCH && comes_to_end(p, t, x->target, seen)))
            return x->code == TOY_BRANCH || comes_to_end(p, t, x->target, seen);
    }
    return true;
}

bool toy_way_out(const struct toy_program *p, const struct toy_state *s, tid t)
{
    uint32_t seen = 0;
    return comes_to_end(p, t, s->thread[t].pc, &seen);
}

/* Statements that a thread may come to, of each thread as a mask: from pc on, with those of threads that it spawns. */
static void reach(const struct toy_program *p, tid t, unsigned pc, uint32_t reached[TOY_THREADS])
{
    while (pc < p->length[t] && !(reached[t] >> pc & 1)) {
        const struct toy_statement *x = &p->code[t][pc];
        reached[t] |= 1u << pc++;
        if (x->code == TOY_SPAWN)
            reach(p, x->object % TOY_THREADS, 0, reached);
        if (x->code == TOY_BRANCH || x->code == TOY_JUMP)
            reach(p, t, x->target, reached);
    }
}

bool toy_may_access(const struct toy_program *p, const struct toy_state *s, tid t, tid first, const struct access *a)
{
    uint32_t reached[TOY_THREADS] = {0}, reads, writes;
    const struct toy_statement *next = toy_next(p, s, t);
    if (a->addr < toy_var_addr(0) || a->addr + a->size > toy_var_addr(TOY_VARS))
        return true;
    if (next->code == TOY_JOIN && next->object == first && t != first)
        return false;
    reach(p, t, s->thread[t].pc, reached);
    for (tid u = 0; u < TOY_THREADS; u++)
        for (unsigned pc = 0; pc < p->length[u]; pc++) {
            toy_touches(&p->code[u][pc], &reads, &writes);
            for (unsigned v = 0; v < TOY_VARS; v++)
                if (reached[u] >> pc & (a->write ? reads | writes : writes) >> v & 1 && a->addr < toy_var_addr(v + 1) &&
                    toy_var_addr(v) < a->addr + a->size)
                    return true;
        }
    return false;
}

static struct op touch(enum op_kind kind, uint64_t addr)
{
    return (struct op){.kind = (uint16_t)kind, .addr = addr, .size = 8};
}

static struct op touch_both(enum op_kind kind, uint64_t addr, uint64_t addr2)
{
    return (struct op){.kind = (uint16_t)kind, .addr = addr, .size = 8, .addr2 = addr2, .size2 = 8};
}

static struct op touch_pair(enum op_kind kind, uint64_t addr)
{
    return (struct op){.kind = (uint16_t)kind, .addr = addr, .size = 16};
}

/* A wait that has timed out has nothing more to do with the condition variable. */
static struct op touch_wait(const struct toy_statement *x, uint8_t phase)
{
    bool timed = x->code == TOY_TIMEDWAIT;
    enum op_kind begin = timed ? OP_TIMEDWAIT : OP_WAIT, end = timed && phase == TOY_WAITING ? OP_TIMEDWAKE : OP_WAKE;
    struct op op = touch_both(phase == TOY_READY ? begin : end, cond_addr(x->object), mutex_addr(x->second));
    if (phase == TOY_LATE)
        op.size = 0;
    return op;
}

static struct op op_of(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *x = toy_next(p, s, t);
    struct op nothing = {.kind = OP_YIELD};
    switch ((enum toy_code)x->code) {
    case TOY_READ:       return touch(OP_READ, toy_var_addr(x->object));
    case TOY_WRITE:
    case TOY_STORE:      return touch(OP_WRITE, toy_var_addr(x->object));
    case TOY_CAS:        return touch(OP_ATOMIC_CAS, toy_var_addr(x->object));
    case TOY_ADD:
    case TOY_COUNT:
    case TOY_FLIP:       return touch(OP_ATOMIC_RMW, toy_var_addr(x->object));
    case TOY_COPY:       return touch_both(OP_COPY, toy_var_addr(x->object), toy_var_addr(x->second));
    case TOY_READ2:      return touch_pair(OP_READ, toy_var_addr(x->object));
    case TOY_WRITE2:     return touch_pair(OP_WRITE, toy_var_addr(x->object));
    case TOY_LOCK:       return touch(OP_LOCK, mutex_addr(x->object));
    case TOY_UNLOCK:     return touch(OP_UNLOCK, mutex_addr(x->object));
    case TOY_TRYLOCK:    return touch(OP_TRYLOCK, mutex_addr(x->object));
    case TOY_WAIT:
    case TOY_TIMEDWAIT:  return touch_wait(x, s->thread[t].phase);
    case TOY_SIGNAL:     return touch(OP_SIGNAL, cond_addr(x->object));
    case TOY_BROADCAST:  return touch(OP_BROADCAST, cond_addr(x->object));
    case TOY_SEM_WAIT:   return touch(OP_SEM_WAIT, toy_sem_addr(x->object));
    case TOY_SEM_TRY:    return touch(OP_SEM_TRYWAIT, toy_sem_addr(x->object));
    case TOY_SEM_POST:   return touch(OP_SEM_POST, toy_sem_addr(x->object));
    case TOY_SEM_VALUE:  return touch(OP_SEM_GETVALUE, toy_sem_addr(x->object));
    case TOY_RDLOCK:     return touch(OP_RDLOCK, rwlock_addr(x->object));
    case TOY_WRLOCK:     return touch(OP_WRLOCK, rwlock_addr(x->object));
    case TOY_TRYRDLOCK:  return touch(OP_TRYRDLOCK, rwlock_addr(x->object));
    case TOY_TRYWRLOCK:  return touch(OP_TRYWRLOCK, rwlock_addr(x->object));
    case TOY_RWUNLOCK:   return touch(OP_RWUNLOCK, rwlock_addr(x->object));
    case TOY_BARRIER:
    case TOY_MEET:       return touch(s->thread[t].phase == TOY_HELD_UP ? OP_LEAVE : OP_ARRIVE, barrier_addr(x->object));
    case TOY_SPAWN:      return touch(OP_CREATE, thread_addr(x->object));
    case TOY_JOIN:       return touch(OP_JOIN, thread_addr(x->object));
    case TOY_CANCEL:     return touch_both(OP_CANCEL, cancel_addr(x->object), thread_addr(x->object));
    case TOY_TESTCANCEL: return touch(OP_TESTCANCEL, cancel_addr(t));
    case TOY_EXIT:       return touch(OP_EXIT, thread_addr(t));
    case TOY_QUIT:       return (struct op){.kind = OP_PROCESS_EXIT};
    case TOY_ENTER:      return (struct op){.kind = OP_ATOMIC_BEGIN};
    case TOY_LEAVE:      return (struct op){.kind = OP_ATOMIC_END};
    case TOY_CHOOSE:     return (struct op){.kind = OP_CHOOSE};
    case TOY_ASSERT: /* one that stops its thread only is no fault of the lts */
        return !p->assert_parks && !toy_holds(x, s, t) ? (struct op){.kind = OP_FAULT} : nothing;
    case TOY_ASSUME:     return toy_holds(x, s, t) ? nothing : (struct op){.kind = OP_ASSUME};
    case TOY_YIELD:
    case TOY_BRANCH:
    case TOY_JUMP:
    case TOY_LET:
    case TOY_CODES:      break;
    }
    return nothing;
}

struct op toy_op(const struct toy_program *p, const struct toy_state *s, tid t)
{
    struct op op = op_of(p, s, t);
    op.pc = 0x100 * (t + 1) + s->thread[t].pc;
    return op;
}
