/* toy_lts.c - the lts of a toy program. */
#include <stdlib.h>
#include <string.h>

#include "toy.h"

/* Local statements in a row before the thread is stopped all the same. */
enum { LONGEST_LOCAL_RUN = 16 };

/* If two threads use the variable, one writing. */
static void hide_no_more(struct toy *y, unsigned v)
{
    if ((y->hidden >> v & 1) && y->writers[v] && __builtin_popcount(y->readers[v] | y->writers[v]) > 1) {
        y->hidden &= ~(1u << v);
        y->grew = true;
    }
}

static void note_access(struct toy *y, tid t)
{
    uint32_t reads, writes;
    if (y->hidden == 0 || y->frozen)
        return;
    toy_touches(toy_next(y->program, &y->state, t), &reads, &writes);
    for (unsigned v = 0; v < TOY_VARS && (reads | writes) >> v; v++) {
        y->readers[v] |= (reads >> v & 1) << t;
        y->writers[v] |= (writes >> v & 1) << t;
        hide_no_more(y, v);
    }
}

/* What is pending counts as used, as in src/world. */
static void note_pending(struct toy *y)
{
    for (tid t = 0; t < y->program->threads && y->escaped; t++)
        if (y->state.thread[t].phase == TOY_READY)
            note_access(y, t);
}

/* Does a thread that has come so far wait for its turn? Inside a section only if it is held up, or has several outcomes. */
static bool waits(const struct toy_program *p, const struct toy_state *s, tid t, uint32_t hidden)
{
    return toy_is_visible(p, s, t, hidden) || !toy_enabled(p, s, t) || toy_outcomes(p, s, t) > 1;
}

/* `y` may be NULL: then all variables are visible and nothing is noted. */
static enum toy_result transition(struct toy *y, const struct toy_program *p, struct toy_state *s, tid t, unsigned choice)
{
    for (unsigned run = 0;; run++) {
        unsigned pc = s->thread[t].pc;
        if (y)
            note_access(y, t);
        enum toy_result result = toy_execute(p, s, t, choice);
        choice = 0;
        if (result == TOY_FAILED) {
            if (y && y->observer.failed && !y->aside)
                y->observer.failed(y->observer.self, t, pc);
            return result;
        }
        if (s->thread[t].phase != TOY_READY || s->assumed || s->quit || run == LONGEST_LOCAL_RUN ||
            waits(p, s, t, y && !y->escaped ? y->hidden : 0))
            return TOY_DONE;
    }
}

enum toy_result toy_transition(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice)
{
    return transition(NULL, p, s, t, choice);
}

bool toy_observe(const struct toy_observer *o, const struct toy_state *s, threadset enabled, enum lts_end end)
{
    bool told = o->reached && !s->assumed && !s->quit && o->reached(o->self, s, enabled);
    if (threadset_any(enabled))
        return told;
    if (end == LTS_ENDED && o->ended)
        o->ended(o->self, s);
    if (end == LTS_RUNNING && o->deadlocked)
        o->deadlocked(o->self, s);
    return true;
}

static void observe(struct toy *y)
{
    y->enabled = toy_enabled_set(y->program, &y->state);
    if (y->aside)
        return;
    enum lts_end end = threadset_any(y->enabled) ? LTS_RUNNING : toy_end(y->program, &y->state);
    toy_observe(&y->observer, &y->state, y->enabled, end);
}

static threadset lts_enabled(void *self)
{
    struct toy *y = self;
    return y->asleep ? NO_THREADS : y->enabled;
}

threadset toy_live(const struct toy_program *p, const struct toy_state *s)
{
    threadset live = NO_THREADS;
    for (tid t = 0; t < p->threads; t++)
        if (s->thread[t].phase != TOY_ENDED && s->thread[t].phase != TOY_UNBORN)
            live |= threadset_of(t);
    return live;
}

static threadset lts_live(void *self)
{
    struct toy *y = self;
    return toy_live(y->program, &y->state);
}

static const struct op *lts_next(void *self, tid t)
{
    struct toy *y = self;
    if (threadset_has(y->announced, t))
        return &y->op[t];
    y->announced |= threadset_of(t);
    y->op[t] = toy_op(y->program, &y->state, t);
    if (y->foreign && y->op[t].kind == OP_YIELD)
        y->op[t].kind = OP_FOREIGN;
    if (y->diverge_at && y->steps >= y->diverge_at)
        y->op[t].addr += y->steps;
    return &y->op[t];
}

int toy_touched(const struct toy_program *p, const struct toy_state *s, tid t, const struct op *op, struct access *out)
{
    int n = op_accesses(op, out);
    if (s->inside[t])
        return LTS_EVERYTHING;
    if (op->kind == OP_LEAVE)
        return toy_enabled(p, s, t) ? 0 : n;
    enum access_way way = toy_changes(p, toy_next(p, s, t));
    if (op_may_only_look(op->kind) && toy_only_looks(p, s, t))
        out[0].write = WAY_READS;
    if (way != WAY_WRITES)
        out[0].write = (uint8_t)way;
    return n;
}

static int lts_touches_of(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    struct toy *y = self;
    return toy_touched(y->program, &y->state, t, lts_next(self, t), out);
}

static bool lts_invisible(void *self, tid t)
{
    struct toy *y = self;
    const struct toy_statement *x = toy_next(y->program, &y->state, t);
    uint32_t reads, writes;
    if (!y->escaped || x->code >= TOY_LOCK || y->state.inside[t])
        return false;
    toy_touches(x, &reads, &writes);
    note_pending(y);
    return !((reads | writes) & ~y->hidden);
}

static bool lts_may_access(void *self, tid t, tid first, const struct access *a)
{
    const struct toy *y = self;
    return toy_may_access(y->program, &y->state, t, first, a);
}

static threadset lts_inside(void *self)
{
    const struct toy *y = self;
    threadset inside = NO_THREADS;
    for (tid t = 0; t < TOY_THREADS; t++)
        inside |= y->state.inside[t] ? threadset_of(t) : NO_THREADS;
    return inside;
}

static unsigned lts_outcomes(void *self, tid t)
{
    struct toy *y = self;
    return toy_outcomes(y->program, &y->state, t);
}

struct fault toy_fault(const struct toy_state *after, tid t, unsigned from)
{
    struct fault f = {.kind = FAULT_ASSERTION, .thread = t, .pc = 0x100 * (t + 1) + from};
    f.line = 100 * t + after->thread[t].pc;
    strcpy(f.text, "toy assert");
    return f;
}

static void lts_step(void *self, tid t, unsigned choice)
{
    struct toy *y = self;
    unsigned from = y->state.thread[t].pc;
    y->faulted = false;
    y->announced = NO_THREADS;
    y->steps++;
    note_pending(y);
    if (transition(y, y->program, &y->state, t, choice) == TOY_FAILED && !y->program->assert_parks) {
        y->faulted = true;
        y->fault = toy_fault(&y->state, t, from);
        return;
    }
    observe(y);
}

struct digest toy_digest(const struct toy_state *s)
{
    uint64_t words[TOY_WORDS];
    struct digest d = {0x243f6a8885a308d3u, 0x13198a2e03707344u};
    memcpy(words, s, sizeof words);
    for (unsigned i = 0; i < TOY_WORDS; i++) {
        d.lo = (d.lo ^ words[i]) * 0x9fb21c651e98df25u;
        d.hi = (d.hi + words[i]) * 0xd6e8feb86659fd93u;
        d.lo ^= d.lo >> 29;
        d.hi ^= d.hi >> 32;
    }
    return d;
}

static struct digest lts_digest(void *self)
{
    return toy_digest(&((struct toy *)self)->state);
}

bool toy_in_section(const struct toy_program *p, const struct toy_state *s, tid t)
{
    return s->inside[t] || toy_next(p, s, t)->code == TOY_ENTER;
}

bool toy_is_forgotten(struct digest at, tid t)
{
    return (at.lo >> 2 * t & 3) == 0;
}

/* Three steps of four, and none that fails, creates threads in passing or belongs to an atomic section. */
static threadset lts_foresee(void *self, threadset threads, struct digest *to)
{
    struct toy *y = self;
    threadset foreseen = NO_THREADS, live = lts_live(self);
    struct digest at = toy_digest(&y->state);
    THREADSET_EACH(t, threads) {
        struct toy_state after = y->state;
        if (toy_is_forgotten(at, t) || y->hidden || toy_outcomes(y->program, &y->state, t) > 1 ||
            toy_in_section(y->program, &y->state, t) || toy_transition(y->program, &after, t, 0) == TOY_FAILED ||
            (y->program->births_fused && threadset_any(toy_live(y->program, &after) & ~live)))
            continue;
        to[t] = toy_digest(&after);
        foreseen |= threadset_of(t);
    }
    return foreseen;
}

static struct mark lts_mark(void *self)
{
    struct toy *y = self;
    if (y->saved_count == y->saved_capacity) {
        y->saved_capacity = y->saved_capacity ? 2 * y->saved_capacity : 64;
        y->saved = realloc(y->saved, y->saved_capacity * sizeof *y->saved);
        if (!y->saved)
            abort();
    }
    y->saved[y->saved_count] = (struct toy_saved){y->state, y->enabled};
    return (struct mark){.position = y->saved_count++, .digest = lts_digest(self), .live = lts_live(self)};
}

static void lts_rewind(void *self, const struct mark *m)
{
    struct toy *y = self;
    if (m->position >= y->saved_count)
        abort(); /* an invalid mark: marks are a stack */
    y->state = y->saved[m->position].state;
    y->enabled = y->saved[m->position].enabled;
    y->saved_count = m->position + 1;
    y->faulted = false;
    y->announced = NO_THREADS;
    if (m->position == 0)
        observe(y); /* the root, which no step leads to */
}

static enum lts_end lts_end(void *self)
{
    struct toy *y = self;
    return y->asleep ? LTS_ASSUMED : toy_end(y->program, &y->state);
}

static const struct fault *lts_fault(void *self)
{
    struct toy *y = self;
    return y->faulted ? &y->fault : NULL;
}

static bool lts_grown(void *self)
{
    struct toy *y = self;
    bool grew = y->grew;
    y->grew = false;
    return grew;
}

static void lts_aside(void *self, bool begin)
{
    ((struct toy *)self)->aside = begin;
}

static bool lts_way_out_of(void *self, tid t)
{
    struct toy *y = self;
    return y->way_out && toy_way_out(y->program, &y->state, t);
}

static threadset lts_looping(void *self)
{
    struct toy *y = self;
    return toy_looping_set(y->program, &y->state);
}

static bool lts_within(void *self, tid t, uint32_t fragment)
{
    const struct toy *y = self;
    unsigned pc = y->state.thread[t].pc;
    return !y->has_fragment || (fragment == 0 && pc >= y->fragment[t][0] && pc < y->fragment[t][1]);
}

static bool lts_divides_always(void *self)
{
    (void)self;
    return true;
}

/* Who has touched what, and the variables that are hidden from then on. */
struct told {
    uint32_t readers[TOY_VARS], writers[TOY_VARS];
};

static size_t lts_tell(void *self, void *to, size_t room)
{
    struct toy *y = self;
    struct told *k = to;
    if (room < sizeof *k)
        return 0;
    memcpy(k->readers, y->readers, sizeof k->readers);
    memcpy(k->writers, y->writers, sizeof k->writers);
    return sizeof *k;
}

/* None of them is ever taken back. */
static uint64_t lts_found_out(void *self)
{
    const struct toy *y = self;
    uint64_t count = 0;
    for (unsigned v = 0; v < TOY_VARS; v++)
        count += (uint64_t)(__builtin_popcount(y->readers[v]) + __builtin_popcount(y->writers[v]));
    return count;
}

static void lts_learn(void *self, const void *from, size_t size)
{
    struct toy *y = self;
    const struct told *k = from;
    (void)size;
    for (unsigned v = 0; v < TOY_VARS; v++) {
        y->readers[v] |= k->readers[v];
        y->writers[v] |= k->writers[v];
        hide_no_more(y, v);
    }
}

/* Matching modulo memory that is not read: that is the variables that are known to be visible, and semaphores. */
static int lts_reads(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    struct toy *y = self;
    const struct toy_statement *x = toy_next(y->program, &y->state, t);
    int n = op_accesses(lts_next(self, t), out);
    bool stores = x->code == TOY_WRITE || x->code == TOY_STORE || x->code == TOY_WRITE2;
    if (threadset_any(lts_inside(self)) || x->code == TOY_ENTER)
        return LTS_EVERYTHING;
    for (int i = 0; i < n; i++)
        out[i].write = stores ? WAY_WRITES : WAY_READS;
    return n;
}

static struct digest lts_bare(void *self)
{
    const struct toy *y = self;
    struct toy_state s = y->state;
    for (unsigned v = 0; v < TOY_VARS; v++)
        s.var[v] = y->hidden >> v & 1 ? s.var[v] : 0;
    memset(s.sem, 0, sizeof s.sem);
    return toy_digest(&s);
}

static void add_content(struct digest *d, uint64_t place, uint8_t value)
{
    d->lo = (d->lo + value + 1) * 0x9fb21c651e98df25u + place;
    d->hi = (d->hi ^ (value + place)) * 0xd6e8feb86659fd93u;
    d->hi ^= d->hi >> 32;
}

static struct digest lts_content(void *self, uint64_t addr, uint64_t size)
{
    const struct toy *y = self;
    struct digest d = {0, 0};
    for (unsigned v = 0; v < TOY_VARS; v++)
        if (addr < toy_var_addr(v + 1) && toy_var_addr(v) < addr + size && !(y->hidden >> v & 1))
            add_content(&d, toy_var_addr(v), y->state.var[v]);
    for (unsigned i = 0; i < TOY_SEMS; i++)
        if (addr < toy_sem_addr(i + 1) && toy_sem_addr(i) < addr + size)
            add_content(&d, toy_sem_addr(i), y->state.sem[i]);
    return d;
}

void toy_open(struct toy *y, const struct toy_program *p, uint32_t hidden)
{
    *y = (struct toy){.program = p, .hidden = hidden};
    toy_start(p, &y->state);
    y->enabled = toy_enabled_set(p, &y->state);
}

void toy_close(struct toy *y)
{
    free(y->saved);
    y->saved = NULL;
}

static const struct lts_waiting waiting = {.aside = lts_aside, .looping = lts_looping, .way_out = lts_way_out_of};
static const struct lts_foresight foresight = {
    .foresee = lts_foresee, .touches = lts_touches_of, .invisible = lts_invisible, .may_access = lts_may_access, .inside = lts_inside};
static const struct lts_text text = {.within = lts_within};
static const struct lts_sharing sharing = {.divides = lts_divides_always, .tell = lts_tell, .found_out = lts_found_out, .learn = lts_learn};

static const struct lts_reading reading = {.reads = lts_reads, .bare = lts_bare, .content = lts_content};

struct lts toy_lts(struct toy *y)
{
    return (struct lts){
        .name = "toy",
        .self = y,
        .enabled = lts_enabled,
        .live = lts_live,
        .next = lts_next,
        .outcomes = lts_outcomes,
        .step = lts_step,
        .mark = lts_mark,
        .rewind = lts_rewind,
        .digest = lts_digest,
        .end = lts_end,
        .fault = lts_fault,
        .grown = y->hidden ? lts_grown : NULL,
        .waiting = &waiting,
        .foresight = &foresight,
        .text = &text,
        .sharing = &sharing,
        .reading = &reading,
    };
}
