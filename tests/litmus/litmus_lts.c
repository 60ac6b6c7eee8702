/* litmus_lts.c - see litmus_lts.h. */
#include "litmus/litmus_lts.h"

#include <stdlib.h>
#include <string.h>

enum { KEY = 0x1000, KEY_STEP = 16, SIZE = 4, LONGEST_LOCAL_RUN = 64 };

static uint64_t key_of(unsigned place)
{
    return KEY + KEY_STEP * place;
}

static const struct litmus_statement *next_statement(const struct litmus_lts *y, tid t)
{
    return &y->program->code[t][y->state.pc[t]];
}

static bool has_ended(const struct litmus_lts *y, tid t)
{
    return y->state.pc[t] >= y->program->length[t];
}

/* --- the log -------------------------------------------------------------------------------------------------------- */

static void *more_room(void *list, size_t *room, size_t needed, size_t each)
{
    if (needed > *room) {
        *room = 2 * needed;
        list = realloc(list, *room * each);
        if (!list)
            abort();
    }
    return list;
}

struct note {
    size_t size;
    void  *at;
};

static void note(void *self, void *at, size_t size)
{
    struct litmus_lts *y = self;
    struct note n = {size, at};
    y->log = more_room(y->log, &y->log_room, y->logged + size + sizeof n, 1);
    memcpy(y->log + y->logged, at, size);
    memcpy(y->log + y->logged + size, &n, sizeof n);
    y->logged += size + sizeof n;
}

static void undo(struct litmus_lts *y, size_t to)
{
    while (y->logged > to) {
        struct note n;
        memcpy(&n, y->log + y->logged - sizeof n, sizeof n);
        y->logged -= n.size + sizeof n;
        memcpy(n.at, y->log + y->logged, n.size);
    }
}

/* --- who may access what -------------------------------------------------------------------------------------------- */

static unsigned place_of(const struct litmus_statement *s)
{
    return s->code < LITMUS_FENCE || s->code == LITMUS_SYNC ? 1u << s->place : 0;
}

/* Until nothing changes: programs have loops. */
static void find_reach(struct litmus_lts *y, tid t)
{
    bool changed;
    do {
        changed = false;
        for (unsigned i = y->program->length[t]; i-- > 0;) {
            const struct litmus_statement *s = &y->program->code[t][i];
            unsigned reach = y->reach[t][i] | place_of(s) | y->reach[t][i + 1];
            if (s->code == LITMUS_IF)
                reach |= y->reach[t][s->target];
            changed |= reach != y->reach[t][i];
            y->reach[t][i] = (uint8_t)reach;
        }
    } while (changed);
}

static threadset users(void *self, uint64_t key)
{
    const struct litmus_lts *y = self;
    threadset who = NO_THREADS;
    for (tid t = 0; t < y->program->threads; t++)
        if (!has_ended(y, t) && (y->way.keeps_all || (y->reach[t][y->state.pc[t]] >> (key - KEY) / KEY_STEP & 1)))
            who |= threadset_of(t);
    return who;
}

/* --- statements ----------------------------------------------------------------------------------------------------- */

static int8_t value_of(const struct litmus_lts *y, tid t, struct litmus_operand v)
{
    return v.is_register ? y->state.reg[t][v.value] : v.value;
}

static struct weak_value as_weak(int8_t value)
{
    return (struct weak_value){(uint8_t)value, 0};
}

static struct weak_op weak_op_of(const struct litmus_lts *y, tid t, const struct litmus_statement *s)
{
    static const enum weak_kind kinds[] = {WEAK_STORE, WEAK_LOAD, WEAK_UPDATE, WEAK_UPDATE, WEAK_COMPARE_EXCHANGE, WEAK_FENCE};
    unsigned place = s->code == LITMUS_FENCE ? WEAK_PLACES : weak_find(&y->weak, key_of(s->place));
    return (struct weak_op){kinds[s->code], place, s->order, s->failure, as_weak(value_of(y, t, s->a))};
}

/* What is written where `old` is read. */
static int8_t written(const struct litmus_lts *y, tid t, const struct litmus_statement *s, int8_t old)
{
    int8_t a = value_of(y, t, s->a);
    return s->code == LITMUS_ADD ? (int8_t)(old + a) : s->code == LITMUS_CAS ? value_of(y, t, s->b) : a;
}

static void perform_weakly(struct litmus_lts *y, tid t, const struct litmus_statement *s, unsigned choice)
{
    struct weak *w = &y->weak;
    struct weak_op op = weak_op_of(y, t, s);
    if (op.kind != WEAK_FENCE && op.place == WEAK_PLACES)
        op.place = weak_open(w, key_of(s->place), as_weak(y->state.memory[s->place]));
    struct weak_choice c = weak_choose(w, t, &op, choice);
    int8_t old = c.reads ? (int8_t)weak_value_read(w, &op, c).low : 0;
    weak_perform(w, t, &op, c, as_weak(written(y, t, s, old)));
    y->only_learned = c.reads && (!c.writes || written(y, t, s, old) == old);
    if (c.writes)
        y->state.memory[s->place] = (int8_t)weak_message_at(w, op.place, (unsigned)w->place[op.place].count - 1)->value.low;
    if (c.reads)
        y->state.reg[t][s->reg] = old;
}

static void perform_at_once(struct litmus_lts *y, tid t, const struct litmus_statement *s)
{
    int8_t *memory = &y->state.memory[s->place], old = *memory;
    if (s->code == LITMUS_FENCE)
        return;
    if (s->code != LITMUS_LOAD && (s->code != LITMUS_CAS || old == value_of(y, t, s->a)))
        *memory = written(y, t, s, old);
    if (s->code != LITMUS_STORE)
        y->state.reg[t][s->reg] = old;
}

static void perform_plainly(struct litmus_lts *y, tid t, const struct litmus_statement *s)
{
    unsigned place = weak_find(&y->weak, key_of(s->place));
    if (s->code == LITMUS_SYNC && !y->way.seq_cst) {
        weak_learn(&y->weak, t, key_of(s->place));
        weak_tell(&y->weak, t, key_of(s->place), false);
    }
    if (s->code == LITMUS_SYNC)
        return;
    if (s->code == LITMUS_PEEK) {
        y->state.reg[t][s->reg] = y->state.memory[s->place];
        return;
    }
    if (place != WEAK_PLACES)
        weak_close(&y->weak, place);
    if (s->code == LITMUS_POKE)
        y->state.memory[s->place] = value_of(y, t, s->a);
    else
        y->state.freed |= (uint8_t)(1u << s->place);
}

/* False: it is wrong. */
static bool perform_locally(struct litmus_lts *y, tid t, const struct litmus_statement *s)
{
    int8_t a = value_of(y, t, s->a), b = value_of(y, t, s->b);
    bool holds = (a == b) != s->negated;
    y->state.pc[t]++;
    if (s->code == LITMUS_LET)
        y->state.reg[t][s->reg] = a;
    if (s->code == LITMUS_PLUS)
        y->state.reg[t][s->reg] = (int8_t)(a + b);
    if (s->code == LITMUS_IF && holds)
        y->state.pc[t] = s->target;
    return s->code != LITMUS_ASSERT || holds;
}

static bool run_local(struct litmus_lts *y, tid t)
{
    for (unsigned run = 0; run < LONGEST_LOCAL_RUN && !has_ended(y, t) && next_statement(y, t)->code >= LITMUS_LOCAL; run++)
        if (!perform_locally(y, t, next_statement(y, t)))
            return false;
    return true;
}

/* One transition. False: a fault. */
static bool transition(struct litmus_lts *y, tid t, unsigned choice)
{
    const struct litmus_statement *s = next_statement(y, t);
    if (s->code != LITMUS_FENCE && s->code < LITMUS_LOCAL && (y->state.freed >> s->place & 1))
        return false;
    if (s->code > LITMUS_FENCE && s->code < LITMUS_LOCAL)
        perform_plainly(y, t, s);
    else if (s->code <= LITMUS_FENCE && y->way.seq_cst)
        perform_at_once(y, t, s);
    else if (s->code <= LITMUS_FENCE)
        perform_weakly(y, t, s, choice);
    if (s->code < LITMUS_LOCAL)
        y->state.pc[t]++;
    bool good = run_local(y, t);
    if (has_ended(y, t))
        weak_forget(&y->weak, t);
    weak_settle(&y->weak, users, y);
    return good;
}

/* --- digests and choices -------------------------------------------------------------------------------------------- */

static struct digest digest_of(const struct litmus_lts *y)
{
    uint64_t words[LITMUS_WORDS];
    struct digest weak = weak_digest(&y->weak), d = digest_with(digest_with((struct digest){1, 2}, weak.lo), weak.hi);
    memcpy(words, &y->state, sizeof words);
    for (unsigned i = 0; i < LITMUS_WORDS; i++)
        d = digest_with(d, words[i]);
    return d;
}

static unsigned all_choices(const struct litmus_lts *y, tid t)
{
    const struct litmus_statement *s = next_statement(y, t);
    if (s->code >= LITMUS_FENCE || y->way.seq_cst)
        return 1;
    struct weak_op op = weak_op_of(y, t, s);
    return op.place == WEAK_PLACES ? 1 : weak_choices(&y->weak, t, &op);
}

/* Does the step lead back to the state that it is made in, but for what its thread knows? What is found out by trying does not count. */
static bool leads_back(struct litmus_lts *y, tid t, unsigned choice)
{
    struct litmus_state before = y->state;
    struct digest d = digest_of(y);
    uint64_t forgotten = y->weak.forgotten, lacked = y->weak.lacked;
    size_t logged = y->logged;
    y->only_learned = false;
    bool back = transition(y, t, choice) && memcmp(&y->state, &before, sizeof before) == 0;
    back = back && (y->only_learned || digest_equal(digest_of(y), d));
    undo(y, logged);
    y->state = before;
    y->weak.forgotten = forgotten;
    y->weak.lacked = lacked;
    return back;
}

static const struct litmus_choices *choices_of(struct litmus_lts *y, tid t)
{
    struct litmus_choices *c = &y->choices[t];
    if (c->known)
        return c;
    c->known = true;
    c->count = 0;
    unsigned count = all_choices(y, t);
    bool moves = y->way.keeps_loops;
    for (unsigned i = 0; i < count && !moves; i++)
        moves = !leads_back(y, t, i);
    for (unsigned i = 0; i < count && moves; i++)
        if (i == 0 || y->way.keeps_loops || !leads_back(y, t, i))
            c->choice[c->count++] = (uint8_t)i;
    return c;
}

static threadset lts_live(void *self)
{
    const struct litmus_lts *y = self;
    threadset live = NO_THREADS;
    for (tid t = 0; t < y->program->threads; t++)
        live |= threadset_if(!has_ended(y, t), threadset_of(t));
    return live;
}

/* Do all that have not ended stay where they are, as long as they read what was written last? */
static bool hangs(struct litmus_lts *y)
{
    for (tid t = 0; t < y->program->threads; t++)
        if (!has_ended(y, t) && !leads_back(y, t, 0))
            return false;
    return true;
}

static void arrive(struct litmus_lts *y)
{
    struct litmus_outcome o;
    for (tid t = 0; t < LITMUS_THREADS; t++)
        y->choices[t].known = false;
    if (y->way.keeps_loops && !y->aside)
        y->hung |= hangs(y) && threadset_any(lts_live(y));
    for (tid t = 0; t < y->program->threads; t++)
        if (!has_ended(y, t))
            return;
    memcpy(o.reg, y->state.reg, sizeof o.reg);
    memcpy(o.last, y->state.memory, sizeof o.last);
    if (!y->aside)
        litmus_add(&y->ended, &o);
}

/* --- the lts -------------------------------------------------------------------------------------------------------- */

static unsigned lts_outcomes(void *self, tid t)
{
    return choices_of(self, t)->count;
}

static threadset lts_enabled(void *self)
{
    threadset enabled = NO_THREADS;
    THREADSET_EACH(t, lts_live(self))
        enabled |= threadset_if(lts_outcomes(self, t) > 0, threadset_of(t));
    return enabled;
}

static const struct op *lts_next(void *self, tid t)
{
    static const uint16_t kinds[] = {OP_ATOMIC_STORE, OP_ATOMIC_LOAD, OP_ATOMIC_RMW, OP_ATOMIC_RMW, OP_ATOMIC_CAS, OP_FENCE,
                                     OP_MUTEX_INIT, OP_READ, OP_WRITE, OP_FREE};
    struct litmus_lts *y = self;
    const struct litmus_statement *s = next_statement(y, t);
    struct op *op = &y->op[t];
    *op = (struct op){.kind = s->code < LITMUS_LOCAL ? kinds[s->code] : OP_YIELD, .pc = 0x100 * (t + 1) + y->state.pc[t]};
    if (s->code != LITMUS_FENCE && s->code < LITMUS_LOCAL) {
        op->addr = key_of(s->place);
        op->size = SIZE;
    }
    op->order = (uint8_t)s->order;
    return op;
}

/* Where a bound drops messages a store takes from others what they might have read: it is like any other write then. */
static int lts_touches_of(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    const struct litmus_lts *y = self;
    const struct litmus_statement *s = next_statement(y, t);
    struct weak_op op;
    int n = op_accesses(lts_next(self, t), out);
    if (s->code > LITMUS_FENCE || y->way.seq_cst)
        return n;
    op = weak_op_of(y, t, s);
    if (s->code != LITMUS_FENCE && y->way.stale && !y->way.careless)
        out[0].write = s->code == LITMUS_LOAD ? WAY_READS : WAY_WRITES;
    else if (s->code != LITMUS_FENCE)
        out[0].write = s->code == LITMUS_LOAD ? WAY_WEAK_LOAD : s->code == LITMUS_STORE ? WAY_WEAK_STORE : WAY_WEAK_UPDATE;
    if (weak_is_seq_cst(&op))
        out[n++] = (struct access){LTS_SEQ_CST, 1, WAY_WRITES};
    return n;
}

static bool lts_may_access(void *self, tid t, tid first, const struct access *a)
{
    const struct litmus_lts *y = self;
    (void)first;
    for (unsigned i = y->state.pc[t]; i < y->program->length[t]; i++)
        if (y->program->code[t][i].code == LITMUS_IF)
            return true;
    for (unsigned i = y->state.pc[t]; i < y->program->length[t]; i++) {
        const struct litmus_statement *s = &y->program->code[t][i];
        bool there = s->code != LITMUS_FENCE && s->code < LITMUS_LOCAL && key_of(s->place) == a->addr;
        if (a->addr == LTS_SEQ_CST ? s->order == __ATOMIC_SEQ_CST : there)
            return true;
    }
    return false;
}

static threadset lts_inside(void *self)
{
    (void)self;
    return NO_THREADS;
}

static void lts_step(void *self, tid t, unsigned choice)
{
    struct litmus_lts *y = self;
    unsigned from = y->state.pc[t];
    y->faulted = !transition(y, t, choices_of(y, t)->choice[choice]);
    if (!y->faulted) {
        arrive(y);
        return;
    }
    y->fault = (struct fault){.kind = FAULT_ASSERTION, .thread = t, .pc = 0x100 * (t + 1) + from};
    strcpy(y->fault.text, "litmus assert");
    if (!y->aside)
        y->failed[t] |= (uint64_t)1 << from;
}

static struct mark lts_mark(void *self)
{
    struct litmus_lts *y = self;
    y->saved = more_room(y->saved, &y->saved_room, y->saved_count + 1, sizeof *y->saved);
    struct litmus_saved *s = &y->saved[y->saved_count];
    s->state = y->state;
    s->logged = y->logged;
    if (y->checks) {
        y->copies = more_room(y->copies, &y->copy_room, y->saved_count + 1, sizeof *y->copies);
        y->copies[y->saved_count] = y->weak;
    }
    return (struct mark){.position = y->saved_count++, .digest = digest_of(y), .live = lts_live(self)};
}

static bool is_put_back(const struct weak *now, const struct weak *then)
{
    size_t from = offsetof(struct weak, places);
    return memcmp((const char *)now + from, (const char *)then + from, sizeof *now - from) == 0;
}

static void lts_rewind(void *self, const struct mark *m)
{
    struct litmus_lts *y = self;
    const struct litmus_saved *s = &y->saved[m->position];
    if (m->position >= y->saved_count)
        abort(); /* an invalid mark: marks are a stack */
    undo(y, s->logged);
    y->state = s->state;
    y->saved_count = m->position + 1;
    y->faulted = false;
    if (y->checks && !is_put_back(&y->weak, &y->copies[m->position]))
        abort(); /* something has changed without a note */
    for (tid t = 0; t < LITMUS_THREADS; t++)
        y->choices[t].known = false;
}

static struct digest lts_digest(void *self)
{
    return digest_of(self);
}

static enum lts_end lts_end(void *self)
{
    return threadset_any(lts_live(self)) ? LTS_RUNNING : LTS_ENDED;
}

static const struct fault *lts_fault(void *self)
{
    struct litmus_lts *y = self;
    return y->faulted ? &y->fault : NULL;
}

static void lts_aside(void *self, bool begin)
{
    ((struct litmus_lts *)self)->aside = begin;
}

static threadset lts_looping(void *self)
{
    return lts_live(self) & ~lts_enabled(self);
}

static bool lts_way_out_of(void *self, tid t)
{
    (void)self, (void)t;
    return true;
}

static const struct lts_waiting waiting = {.aside = lts_aside, .looping = lts_looping, .way_out = lts_way_out_of};
static const struct lts_foresight foresight = {.touches = lts_touches_of, .may_access = lts_may_access, .inside = lts_inside};

struct lts litmus_open(struct litmus_lts *y, const struct litmus *p, const struct litmus_way *way)
{
    memset(y, 0, sizeof *y);
    y->program = p;
    y->way = *way;
    y->weak.note = note;
    y->weak.self = y;
    y->weak.stale = way->stale;
    memcpy(y->state.memory, p->first, sizeof y->state.memory);
    for (tid t = 0; t < p->threads; t++) {
        find_reach(y, t);
        run_local(y, t);
        for (unsigned i = 0; i < p->length[t]; i++)
            y->weak.remembers |= p->code[t][i].code == LITMUS_FENCE && p->code[t][i].order != __ATOMIC_RELEASE;
    }
    arrive(y);
    return (struct lts){
        .name = "litmus",
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
        .waiting = &waiting,
        .foresight = &foresight,
    };
}

void litmus_close(struct litmus_lts *y)
{
    free(y->log);
    free(y->saved);
    free(y->copies);
    litmus_free(&y->ended);
}
