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
    memcpy(s->sem, p->sem_start, sizeof s->sem);
    for (tid t = 0; t < TOY_THREADS; t++)
        if (t >= p->threads || threadset_has(p->spawned_later, t))
            s->thread[t].phase = TOY_UNBORN;
}

static uint8_t mask(tid t)
{
    return (uint8_t)(1u << t);
}

static uint8_t holder(tid t)
{
    return (uint8_t)(t + 1);
}

bool toy_holds(const struct toy_statement *x, const struct toy_state *s, tid t)
{
    return (s->thread[t].local[x->local] == x->a) != x->negated;
}

static bool may_lock(const struct toy_program *p, const struct toy_state *s, unsigned m, tid t)
{
    return s->owner[m] == 0 || (s->owner[m] == holder(t) && (p->recursive >> m & 1));
}

static bool may_read(const struct toy_state *s, unsigned l)
{
    return s->writer[l] == 0;
}

static bool may_write(const struct toy_state *s, unsigned l)
{
    return s->writer[l] == 0 && s->readers[l] == 0;
}

/* --- who can move, and how ---------------------------------------------------------------------------------------- */

/* A sleeper can wake up by itself if waits end spuriously, and time out. */
static bool may_wake(const struct toy_program *p, const struct toy_state *s, const struct toy_statement *wait, tid t)
{
    bool free = may_lock(p, s, wait->second, t), sleeps = s->waiters[wait->object] & mask(t);
    if (!sleeps)
        return free;
    return (free && p->spurious) || wait->code == TOY_TIMEDWAIT;
}

static bool ready_enabled(const struct toy_program *p, const struct toy_state *s, const struct toy_statement *next, tid t)
{
    switch (next->code) {
    case TOY_LOCK:     return may_lock(p, s, next->object, t);
    case TOY_SEM_WAIT: return s->sem[next->object] > 0;
    case TOY_RDLOCK:   return may_read(s, next->object);
    case TOY_WRLOCK:   return may_write(s, next->object);
    case TOY_JOIN:     return s->thread[next->object].phase == TOY_ENDED;
    default:           return true;
    }
}

bool toy_enabled(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *next = toy_next(p, s, t);
    if (s->assumed || s->quit)
        return false;
    switch (s->thread[t].phase) {
    case TOY_READY:   return ready_enabled(p, s, next, t);
    case TOY_WAITING: return may_wake(p, s, next, t);
    case TOY_LATE:    return may_lock(p, s, next->second, t);
    case TOY_HELD_UP: return !(s->arrived[next->object] & mask(t));
    default:          return false;
    }
}

static bool leads_back(const struct toy_program *p, const struct toy_state *s, tid t)
{
    struct toy_state to = *s;
    bool one = toy_outcomes(p, s, t) == 1 && s->inside[t] == 0;
    return one && toy_transition(p, &to, t, 0) == TOY_DONE && memcmp(&to, s, sizeof to) == 0;
}

/* But for loops. */
static threadset able_set(const struct toy_program *p, const struct toy_state *s)
{
    threadset set = NO_THREADS;
    uint8_t last = 0;
    for (tid t = 0; t < p->threads; t++)
        if (toy_enabled(p, s, t)) {
            set = s->inside[t] > last ? threadset_of(t) : s->inside[t] == last ? set | threadset_of(t) : set;
            last = s->inside[t] > last ? s->inside[t] : last;
        }
    return set;
}

threadset toy_looping_set(const struct toy_program *p, const struct toy_state *s)
{
    threadset set = NO_THREADS;
    THREADSET_EACH(t, p->loops_block ? able_set(p, s) : NO_THREADS)
        if (leads_back(p, s, t))
            set |= threadset_of(t);
    return set;
}

threadset toy_enabled_set(const struct toy_program *p, const struct toy_state *s)
{
    return able_set(p, s) & ~toy_looping_set(p, s);
}

unsigned toy_outcomes(const struct toy_program *p, const struct toy_state *s, tid t)
{
    const struct toy_statement *next = toy_next(p, s, t);
    uint8_t phase = s->thread[t].phase;
    if (next->code == TOY_CHOOSE)
        return next->a > 0 ? next->a : 1;
    if (next->code == TOY_SIGNAL && s->waiters[next->object] != 0)
        return (unsigned)__builtin_popcount(s->waiters[next->object]);
    if (next->code == TOY_TIMEDWAIT && phase == TOY_WAITING && (s->waiters[next->object] & mask(t)))
        return 1 + (p->spurious && may_lock(p, s, next->second, t)); /* first it times out */
    return 1;
}

enum lts_end toy_end(const struct toy_program *p, const struct toy_state *s)
{
    if (s->assumed)
        return LTS_ASSUMED;
    for (tid t = 0; t < p->threads && !s->quit; t++)
        if (s->thread[t].phase != TOY_ENDED && s->thread[t].phase != TOY_UNBORN)
            return LTS_RUNNING;
    return LTS_ENDED;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static uint8_t wrap(unsigned value)
{
    return (uint8_t)(value % TOY_VALUES);
}

static void lock(struct toy_state *s, unsigned m, tid t)
{
    if (s->owner[m] == holder(t))
        s->again[m] = wrap(s->again[m] + 1u);
    s->owner[m] = holder(t);
}

static bool unlock(struct toy_state *s, unsigned m, tid t)
{
    if (s->owner[m] != holder(t))
        return false;
    if (s->again[m] > 0)
        s->again[m]--;
    else
        s->owner[m] = 0;
    return true;
}

/* The first half of a wait leaves the pc where it is, and so does timing out; the last part goes on. */
static bool wait(const struct toy_program *p, struct toy_state *s, const struct toy_statement *x, tid t, unsigned choice)
{
    uint8_t *phase = &s->thread[t].phase;
    bool sleeps = s->waiters[x->object] & mask(t), times_out = sleeps && x->code == TOY_TIMEDWAIT && choice == 0;
    if (*phase == TOY_READY) {
        unlock(s, x->second, t);
        s->waiters[x->object] |= mask(t);
        *phase = TOY_WAITING;
        return false;
    }
    if (*phase == TOY_WAITING)
        s->waiters[x->object] &= (uint8_t)~mask(t);
    if (*phase == TOY_WAITING && times_out) {
        *phase = TOY_LATE;
        return false;
    }
    if (x->code == TOY_TIMEDWAIT)
        s->thread[t].local[x->local] = *phase == TOY_LATE;
    *phase = TOY_READY;
    if (may_lock(p, s, x->second, t))
        lock(s, x->second, t);
    return true;
}

static void wake_one(struct toy_state *s, unsigned c, unsigned choice)
{
    uint8_t waiters = s->waiters[c];
    while (choice-- > 0)
        waiters &= (uint8_t)(waiters - 1);
    if (waiters)
        s->waiters[c] &= (uint8_t)~(waiters & -waiters);
}

/* Arrives, or leaves if it has arrived. */
static bool barrier(const struct toy_program *p, struct toy_state *s, const struct toy_statement *x, tid t)
{
    uint8_t *arrived = &s->arrived[x->object], *phase = &s->thread[t].phase;
    bool leaves = *phase == TOY_HELD_UP, last = !leaves && __builtin_popcount(*arrived) + 1 >= p->barrier_size[x->object];
    *phase = leaves ? TOY_READY : TOY_HELD_UP;
    if (leaves)
        return true;
    if (x->code == TOY_BARRIER)
        s->thread[t].local[x->local] = last;
    *arrived = last ? 0 : *arrived | mask(t);
    return false;
}

static uint8_t post(uint8_t sem)
{
    return sem < TOY_VALUES - 1 ? (uint8_t)(sem + 1) : sem;
}

static void rwunlock(struct toy_state *s, unsigned l, tid t)
{
    s->readers[l] &= (uint8_t)~mask(t);
    if (s->writer[l] == holder(t))
        s->writer[l] = 0;
}

static bool exists(const struct toy_state *s, tid u)
{
    return s->thread[u].phase != TOY_UNBORN && s->thread[u].phase != TOY_ENDED;
}

static void spawn(const struct toy_program *p, struct toy_state *s, tid u)
{
    if (s->thread[u].phase == TOY_UNBORN && u < p->threads)
        s->thread[u].phase = TOY_READY;
}

static void join(const struct toy_program *p, struct toy_state *s, tid u)
{
    if (!p->reuses)
        return;
    memset(&s->thread[u], 0, sizeof s->thread[u]);
    s->thread[u].phase = TOY_UNBORN;
}

struct toy_state toy_left(const struct toy_state *s)
{
    struct toy_state left = {.quit = s->quit};
    if (!s->quit)
        return *s;
    left.thread[s->quit - 1] = s->thread[s->quit - 1];
    return left;
}

static void enter(struct toy_state *s, tid t)
{
    uint8_t last = 0;
    for (tid u = 0; u < TOY_THREADS; u++)
        last = s->inside[u] > last ? s->inside[u] : last;
    if (!s->inside[t])
        s->inside[t] = (uint8_t)(last + 1);
}

static enum toy_result fail(struct toy_state *s, tid t)
{
    s->thread[t].phase = TOY_PARKED;
    return TOY_FAILED;
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
    case TOY_COUNT:     *v = wrap(*v + x->a); break;
    case TOY_FLIP:      *v = wrap(*v ^ x->a); break;
    case TOY_COPY:      *v = s->var[x->second % TOY_VARS]; break;
    case TOY_READ2:     *r = v[0]; s->thread[t].local[1 - x->local] = v[1]; break;
    case TOY_WRITE2:    v[0] = wrap(x->a); v[1] = wrap(x->b); break;
    case TOY_LOCK:      lock(s, x->object, t); break;
    case TOY_UNLOCK:
        if (!unlock(s, x->object, t) && p->strict)
            return fail(s, t);
        break;
    case TOY_TRYLOCK:
        *r = may_lock(p, s, x->object, t);
        if (*r)
            lock(s, x->object, t);
        break;
    case TOY_WAIT:
    case TOY_TIMEDWAIT: go_on = wait(p, s, x, t, choice); break;
    case TOY_SIGNAL:    wake_one(s, x->object, choice); break;
    case TOY_BROADCAST: s->waiters[x->object] = 0; break;
    case TOY_SEM_WAIT:  s->sem[x->object]--; break;
    case TOY_SEM_TRY:   *r = s->sem[x->object] > 0; s->sem[x->object] = (uint8_t)(s->sem[x->object] - *r); break;
    case TOY_SEM_POST:  s->sem[x->object] = post(s->sem[x->object]); break;
    case TOY_SEM_VALUE: *r = s->sem[x->object]; break;
    case TOY_RDLOCK:    s->readers[x->object] |= mask(t); break;
    case TOY_WRLOCK:    s->writer[x->object] = holder(t); break;
    case TOY_TRYRDLOCK:
        *r = may_read(s, x->object);
        s->readers[x->object] |= *r ? mask(t) : 0;
        break;
    case TOY_TRYWRLOCK:
        *r = may_write(s, x->object);
        s->writer[x->object] = *r ? holder(t) : s->writer[x->object];
        break;
    case TOY_RWUNLOCK:  rwunlock(s, x->object, t); break;
    case TOY_BARRIER:
    case TOY_MEET:      go_on = barrier(p, s, x, t); break;
    case TOY_SPAWN:     spawn(p, s, x->object); break;
    case TOY_JOIN:      join(p, s, x->object); break;
    case TOY_CANCEL:    s->cancelled |= exists(s, x->object) ? mask(x->object) : 0; break;
    case TOY_TESTCANCEL:
        if (s->cancelled & mask(t)) {
            s->cancelled &= (uint8_t)~mask(t);
            *pc = p->length[t];
            go_on = false;
        }
        break;
    case TOY_EXIT:
        s->thread[t].phase = TOY_ENDED;
        s->cancelled &= (uint8_t)~mask(t);
        s->inside[t] = 0;
        go_on = false;
        break;
    case TOY_QUIT:      s->quit = holder(t); break;
    case TOY_ENTER:     enter(s, t); break;
    case TOY_LEAVE:     s->inside[t] = 0; break;
    case TOY_CHOOSE:    *r = wrap(choice); break;
    case TOY_ASSERT:
        if (!toy_holds(x, s, t))
            return fail(s, t);
        break;
    case TOY_ASSUME:    s->assumed = !toy_holds(x, s, t); break;
    case TOY_BRANCH:
        if (toy_holds(x, s, t)) {
            *pc = x->target;
            go_on = false;
        }
        break;
    case TOY_JUMP:      *pc = x->target; go_on = false; break;
    case TOY_LET:       *r = wrap(x->a); break;
    case TOY_YIELD:
    case TOY_CODES:     break;
    }
    *pc = (uint8_t)(*pc + go_on);
    return TOY_DONE;
}
