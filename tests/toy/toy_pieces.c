/* toy_pieces.c - the pieces of random toy programs. */
#include "toy_pieces.h"

struct toy_statement *toy_add(struct writer *w, enum toy_code code, unsigned object)
{
    struct toy_statement *x = &w->program->code[w->thread][w->program->length[w->thread]++];
    *x = (struct toy_statement){.code = (uint8_t)code, .object = (uint8_t)object};
    x->local = (uint8_t)any(w, TOY_LOCALS);
    return x;
}

static void add_write(struct writer *w)
{
    toy_add(w, TOY_WRITE, any(w, w->vars))->a = (uint8_t)any(w, 2);
}

static void add_simple(struct writer *w)
{
    unsigned kind = w->toggles ? any(w, 4) : any(w, 8);
    if (kind < 2) {
        toy_add(w, TOY_READ, any(w, w->vars));
    } else if (kind < 5) {
        add_write(w);
    } else if (kind == 5) {
        toy_add(w, TOY_STORE, any(w, w->vars))->a = 1;
    } else {
        struct toy_statement *x = toy_add(w, kind == 6 ? TOY_CAS : TOY_ADD, any(w, w->vars));
        x->a = (uint8_t)(kind == 6 ? any(w, 2) : 1);
        x->b = (uint8_t)(1 + any(w, 2));
    }
}

/* Reads into a local and adds a statement about it: a branch, an assert or an assume. Sometimes there is a write between them, so
 * that others may need what is done just before an assert fails. */
static struct toy_statement *add_test(struct writer *w, enum toy_code code)
{
    uint8_t local = toy_add(w, TOY_READ, any(w, w->vars))->local;
    if (code != TOY_BRANCH && percent(w, 30))
        add_write(w);
    struct toy_statement *x = toy_add(w, code, 0);
    x->local = local;
    x->a = (uint8_t)any(w, 2);
    x->negated = (uint8_t)any(w, 2);
    return x;
}

static void add_conditional(struct writer *w)
{
    struct toy_statement *branch = add_test(w, TOY_BRANCH);
    add_simple(w);
    branch->target = (uint8_t)here(w);
}

static void add_section(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    toy_add(w, TOY_LOCK, m);
    for (unsigned n = any(w, 3); n > 0; n--)
        add_simple(w);
    toy_add(w, TOY_UNLOCK, m);
}

static void add_nested(struct writer *w)
{
    unsigned outer = any(w, w->mutexes), inner = percent(w, 90) ? (outer + 1) % w->mutexes : outer;
    toy_add(w, TOY_LOCK, outer);
    if (percent(w, 50))
        add_simple(w);
    toy_add(w, TOY_LOCK, inner);
    if (percent(w, 50))
        add_simple(w);
    if (percent(w, 90))
        toy_add(w, TOY_UNLOCK, inner);
    toy_add(w, TOY_UNLOCK, outer);
}

static void add_try(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    uint8_t local = toy_add(w, TOY_TRYLOCK, m)->local;
    struct toy_statement *branch = toy_add(w, TOY_BRANCH, 0);
    branch->local = local;
    add_simple(w);
    toy_add(w, TOY_UNLOCK, m);
    branch->target = (uint8_t)here(w);
}

/* lock m; [r = v0; if r != 0 skip;] wait c, m; [go back to the test;] unlock m */
static void add_wait(struct writer *w)
{
    unsigned m = any(w, w->mutexes), test = 0;
    struct toy_statement *branch = NULL;
    toy_add(w, TOY_LOCK, m);
    if (percent(w, 60)) {
        test = here(w);
        uint8_t local = toy_add(w, TOY_READ, 0)->local;
        branch = toy_add(w, TOY_BRANCH, 0);
        branch->local = local;
        branch->negated = 1;
    }
    toy_add(w, TOY_WAIT, any(w, 2) ? 0 : 1)->second = (uint8_t)m;
    if (branch) {
        if (w->cyclic || percent(w, 50))
            toy_add(w, TOY_JUMP, 0)->target = (uint8_t)test;
        branch->target = (uint8_t)here(w);
    }
    toy_add(w, TOY_UNLOCK, m);
}

static void add_wake(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    bool locked = percent(w, 60), inside = percent(w, 50);
    enum toy_code code = percent(w, 65) ? TOY_SIGNAL : TOY_BROADCAST;
    if (locked)
        toy_add(w, TOY_LOCK, m);
    if (percent(w, 60))
        toy_add(w, TOY_WRITE, 0)->a = 1;
    if (inside)
        toy_add(w, code, any(w, 2));
    if (locked)
        toy_add(w, TOY_UNLOCK, m);
    if (!inside)
        toy_add(w, code, any(w, 2));
}

static void add_spin(struct writer *w)
{
    unsigned start = here(w);
    add_test(w, TOY_BRANCH)->target = (uint8_t)start;
}

static void add_retry(struct writer *w)
{
    unsigned start = here(w);
    struct toy_statement *cas = toy_add(w, TOY_CAS, any(w, w->vars));
    cas->a = (uint8_t)any(w, 2);
    cas->b = (uint8_t)(1 - cas->a);
    struct toy_statement *branch = toy_add(w, TOY_BRANCH, 0);
    branch->local = cas->local;
    branch->target = (uint8_t)start;
}

static void add_choice(struct writer *w)
{
    struct toy_statement *choose = toy_add(w, TOY_CHOOSE, 0);
    choose->a = (uint8_t)(2 + any(w, 2));
    if (percent(w, 50)) {
        struct toy_statement *store = toy_add(w, TOY_STORE, any(w, w->vars));
        store->local = choose->local;
    } else {
        struct toy_statement *branch = toy_add(w, TOY_BRANCH, 0);
        branch->local = choose->local;
        add_simple(w);
        branch->target = (uint8_t)here(w);
    }
}

static void add_timed(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    toy_add(w, TOY_LOCK, m);
    struct toy_statement *wait = toy_add(w, TOY_TIMEDWAIT, any(w, 2));
    wait->second = (uint8_t)m;
    if (percent(w, 50)) {
        struct toy_statement *store = toy_add(w, TOY_STORE, any(w, w->vars));
        store->local = wait->local;
    }
    toy_add(w, TOY_UNLOCK, m);
}

static void add_semaphore(struct writer *w)
{
    static const enum toy_code codes[] = {TOY_SEM_WAIT, TOY_SEM_POST, TOY_SEM_WAIT, TOY_SEM_POST, TOY_SEM_TRY, TOY_SEM_VALUE};
    toy_add(w, codes[any(w, 6)], any(w, TOY_SEMS));
}

static void add_reading(struct writer *w)
{
    unsigned l = any(w, TOY_RWLOCKS);
    struct toy_statement *branch = NULL;
    if (percent(w, 30)) {
        uint8_t local = toy_add(w, percent(w, 50) ? TOY_TRYRDLOCK : TOY_TRYWRLOCK, l)->local;
        branch = toy_add(w, TOY_BRANCH, 0);
        branch->local = local;
    } else {
        toy_add(w, percent(w, 60) ? TOY_RDLOCK : TOY_WRLOCK, l);
    }
    if (percent(w, 70))
        add_simple(w);
    if (percent(w, 15))
        toy_add(w, TOY_WRLOCK, (l + 1) % TOY_RWLOCKS);
    if (percent(w, 95))
        toy_add(w, TOY_RWUNLOCK, l);
    if (branch)
        branch->target = (uint8_t)here(w);
}

static void add_again(struct writer *w)
{
    unsigned m = any(w, w->mutexes);
    toy_add(w, TOY_LOCK, m);
    toy_add(w, percent(w, 70) ? TOY_LOCK : TOY_TRYLOCK, m);
    add_simple(w);
    toy_add(w, TOY_UNLOCK, m);
    if (percent(w, 50))
        add_simple(w);
    if (percent(w, 85))
        toy_add(w, TOY_UNLOCK, m);
}

static void add_wide(struct writer *w)
{
    static const enum toy_code codes[] = {TOY_READ2, TOY_WRITE2, TOY_COPY};
    struct toy_statement *x = toy_add(w, codes[any(w, 3)], any(w, w->vars));
    x->second = (uint8_t)any(w, w->vars + 1);
    x->a = (uint8_t)any(w, 2);
    x->b = (uint8_t)any(w, 2);
}

static void add_counting(struct writer *w)
{
    unsigned v = percent(w, 70) ? 0 : any(w, w->vars);
    toy_add(w, percent(w, 80) ? TOY_COUNT : TOY_FLIP, v)->a = (uint8_t)(1 + any(w, 3));
}

static void add_if(struct writer *w, enum toy_code code, unsigned object)
{
    struct toy_statement *branch = add_test(w, TOY_BRANCH);
    toy_add(w, code, object);
    branch->target = (uint8_t)here(w);
}

static void add_respawn(struct writer *w)
{
    tid u = any(w, w->program->threads);
    toy_add(w, TOY_JOIN, u);
    toy_add(w, TOY_SPAWN, u);
}

/* An atomic section: something simple or not, one of `what`, and again. Some are not left. */
static void add_atomic(struct writer *w, const enum piece *what, unsigned count)
{
    toy_add(w, TOY_ENTER, 0);
    if (percent(w, 50))
        toy_add_piece(w, percent(w, 70) ? SIMPLE : CONDITION);
    toy_add_piece(w, what[any(w, count)]);
    if (percent(w, 50))
        add_simple(w);
    if (percent(w, 95))
        toy_add(w, TOY_LEAVE, 0);
}

static void add_cut(struct writer *w)
{
    static const enum piece ends[] = {ASSUMPTION, ASSUMPTION, ASSERTION, QUIT, LEAVING, STRAY, TESTCANCEL};
    add_atomic(w, ends, sizeof ends / sizeof *ends);
}

static void add_held(struct writer *w)
{
    static const enum piece waits[] = {SECTION, LEAK, TRY, WAIT, WAKE, TIMED, SEMAPHORE, SEMAPHORE, READING, BARRIER, CHOICE, JOINING};
    add_atomic(w, waits, sizeof waits / sizeof *waits);
}

void toy_add_piece(struct writer *w, enum piece piece)
{
    static const enum piece simple[] = {SIMPLE, CONDITION};
    switch (piece) {
    case SIMPLE:    add_simple(w); break;
    case CONDITION: add_conditional(w); break;
    case SECTION:   add_section(w); break;
    case NESTED:    add_nested(w); break;
    case LEAK:      toy_add(w, TOY_LOCK, any(w, w->mutexes)); break;
    case TRY:       add_try(w); break;
    case WAIT:      add_wait(w); break;
    case WAKE:      add_wake(w); break;
    case SPIN:      add_spin(w); break;
    case RETRY:     add_retry(w); break;
    case ASSERTION: add_test(w, TOY_ASSERT); break;
    case CHOICE:    add_choice(w); break;
    case YIELD:     toy_add(w, TOY_YIELD, 0); break;
    case TIMED:     add_timed(w); break;
    case SEMAPHORE: add_semaphore(w); break;
    case READING:   add_reading(w); break;
    case BARRIER:   toy_add(w, TOY_BARRIER, any(w, TOY_BARRIERS)); break;
    case AGAIN:     add_again(w); break;
    case WIDE:      add_wide(w); break;
    case CANCEL:    toy_add(w, TOY_CANCEL, any(w, w->program->threads)); break;
    case TESTCANCEL: toy_add(w, TOY_TESTCANCEL, 0); break;
    case ASSUMPTION: add_test(w, TOY_ASSUME); break;
    case STRAY:     add_if(w, TOY_UNLOCK, any(w, w->mutexes)); break;
    case QUIT:      add_if(w, TOY_QUIT, 0); break;
    case RESPAWN:   add_respawn(w); break;
    case LEAVING:   add_if(w, TOY_EXIT, 0); break;
    case JOINING:   toy_add(w, TOY_JOIN, any(w, w->program->threads)); break;
    case ATOMIC:    add_atomic(w, simple, 2); break;
    case CUT:       add_cut(w); break;
    case HELD:      add_held(w); break;
    case COUNTING:  add_counting(w); break;
    case MEETING:   toy_add(w, percent(w, 90) ? TOY_MEET : TOY_BARRIER, percent(w, 65) ? 0 : 1); break;
    case PIECES:    break;
    }
}
