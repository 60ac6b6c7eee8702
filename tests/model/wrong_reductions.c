/* wrong_reductions.c - reductions that test the test. They look into the toy's program, which is what a real one cannot do. */
#include "wrong_reductions.h"

#include <stddef.h>
#include <string.h>

#include "oracle.h"
#include "toy.h"

/* What follows looks at a state and its node; this makes it what the driver calls. */
#define ENTER(function) \
    static threadset enter_##function(struct reducing *r) { return function(r->lts, &r->nodes[r->depth]); }

enum { KEPT = KEEPS_END_STATES | KEEPS_DEADLOCKS | KEEPS_ASSERTIONS | KEEPS_RACES };

static const struct toy *toy_of(const struct lts *l)
{
    return l->self;
}

/* May thread u, from the start of its code or from where it is, ever touch what `op` touches? */
static bool may_touch(const struct toy *y, tid u, const struct op *op)
{
    struct toy_state s = y->state;
    s.thread[u].phase = TOY_READY;
    for (unsigned pc = 0; pc <= y->program->length[u]; pc++) {
        s.thread[u].pc = (uint8_t)pc;
        struct op other = toy_op(y->program, &s, u);
        if (op_dependent(op, &other))
            return true;
    }
    return false;
}

static bool loops(const struct toy_program *p, tid t)
{
    for (unsigned pc = 0; pc < p->length[t]; pc++) {
        const struct toy_statement *x = &p->code[t][pc];
        if ((x->code == TOY_BRANCH || x->code == TOY_JUMP) && x->target <= pc)
            return true;
    }
    return false;
}

/* The path goes on after the thread's next step, whatever others do. */
static bool goes_on(const struct toy *y, const struct op *op)
{
    bool may_fail = op->kind == OP_UNLOCK && y->program->strict;
    return !may_fail && op->kind != OP_FAULT && op->kind != OP_PROCESS_EXIT && op->kind != OP_ASSUME && op->kind != OP_ATOMIC_BEGIN;
}

/* Threads of `others` cannot notice what t does next. */
static bool unnoticed(const struct lts *l, tid t, threadset others)
{
    const struct toy *y = toy_of(l);
    const struct op *op = l->next(l->self, t);
    THREADSET_EACH(u, others)
        if (u != t && may_touch(y, u, op))
            return false;
    return goes_on(y, op);
}

static threadset all_threads(const struct lts *l)
{
    return threadset_of(toy_of(l)->program->threads) - 1;
}

/* One without loops, so that nobody is put off for ever. Nor may it come to life again. */
static threadset right(const struct lts *l, const struct node *n)
{
    const struct toy_program *p = toy_of(l)->program;
    THREADSET_EACH(t, n->enabled)
        if (!p->reuses && !loops(p, t) && unnoticed(l, t, all_threads(l)))
            return threadset_of(t);
    return n->enabled;
}
ENTER(right)

const struct reduction right_reduction = {.is = &(const struct reduction_kind){.name = "unnoticed steps"},
                                           .keeps = KEPT, .enter = enter_right};

static threadset first(const struct lts *l, const struct node *n)
{
    (void)l;
    return n->enabled & -n->enabled;
}
ENTER(first)

/* What blocked threads are going to do is forgotten. */
static threadset forgetting_blocked(const struct lts *l, const struct node *n)
{
    const struct toy_program *p = toy_of(l)->program;
    THREADSET_EACH(t, n->enabled)
        if (!loops(p, t) && unnoticed(l, t, n->enabled))
            return threadset_of(t);
    return n->enabled;
}
ENTER(forgetting_blocked)

/* A thread in a loop may go alone for ever. */
static threadset forgetting_loops(const struct lts *l, const struct node *n)
{
    THREADSET_EACH(t, n->enabled)
        if (unnoticed(l, t, all_threads(l)))
            return threadset_of(t);
    return n->enabled;
}
ENTER(forgetting_loops)

/* A failing assert touches nothing, so it goes first, and the path ends. */
static threadset failing_first(const struct lts *l, const struct node *n)
{
    THREADSET_EACH(t, n->enabled)
        if (l->next(l->self, t)->kind == OP_FAULT)
            return threadset_of(t);
    return n->enabled;
}
ENTER(failing_first)

/* Only what others are about to do counts, not what they do later. */
static threadset shortsighted(const struct lts *l, const struct node *n)
{
    threadset live = l->live(l->self);
    THREADSET_EACH(t, n->enabled) {
        bool alone = goes_on(toy_of(l), l->next(l->self, t));
        struct op op = *l->next(l->self, t);
        THREADSET_EACH(u, live)
            alone &= u == t || !op_dependent(&op, l->next(l->self, u));
        if (alone)
            return threadset_of(t);
    }
    return n->enabled;
}
ENTER(shortsighted)

/* Does t write what is there already? */
static bool writes_the_same(const struct toy *y, tid t, const struct op *op)
{
    struct toy_state after = y->state;
    return op->kind == OP_WRITE && toy_transition(y->program, &after, t, 0) == TOY_DONE &&
           memcmp(after.var, y->state.var, sizeof after.var) == 0;
}

/* A write of the value that is there already counts as a read: where nobody else writes, it goes alone. Nobody can tell the
 * difference; but it races with what reads, and is not pending any more when they do. */
static threadset writes_as_reads(const struct lts *l, const struct node *n)
{
    const struct toy *y = toy_of(l);
    THREADSET_EACH(t, n->enabled) {
        struct op op = *l->next(l->self, t);
        bool alone = !y->program->reuses && !loops(y->program, t) && goes_on(y, &op) && writes_the_same(y, t, &op);
        op.kind = OP_READ;
        THREADSET_EACH(u, all_threads(l))
            alone = alone && (u == t || !may_touch(y, u, &op));
        if (alone)
            return threadset_of(t);
    }
    return n->enabled;
}
ENTER(writes_as_reads)

#define WRONG(called, function) \
    (&(const struct reduction){.is = &(const struct reduction_kind){.name = called}, .keeps = KEPT, .enter = function})

const struct wrong_reduction wrong_reductions[] = {
    {WRONG("the first thread only", enter_first), "nolock", 100, 3, KEPT},
    {WRONG("blocked threads are forgotten", enter_forgetting_blocked), "lock-deadlock", 20000, 8, KEPT},
    {WRONG("loops are forgotten", enter_forgetting_loops), "spin", 5000, 5, KEPT},
    {WRONG("the failing assert goes first", enter_failing_first), "assert-exit", 5000, 8, KEPT},
    {WRONG("what others do later is forgotten", enter_shortsighted), "nolock", 5000, 4, KEPT},
    {WRONG("writes of the same value are reads", enter_writes_as_reads), "nolock", 5000, 3, KEEPS_RACES},
    {0},
};
