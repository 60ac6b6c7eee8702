/* weak_ops.h - effects and choices of atomic operations and fences in weak memory.
 *
 * The model is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017): no load buffering.
 * Release sequences are those of C++20: updates only.
 *
 * The choices of an operation are numbered newest first: 0 reads the last message, or writes behind it. So what is chosen by default is
 * what sequential consistency does, and every other number is a stale read, or a store that others overtake.
 */
#ifndef MZ_WORLD_WEAK_OPS_H
#define MZ_WORLD_WEAK_OPS_H

#include "world/weak/weak_memory.h"

enum weak_kind { WEAK_LOAD, WEAK_STORE, WEAK_UPDATE, WEAK_COMPARE_EXCHANGE, WEAK_FENCE };

struct weak_op {
    enum weak_kind    kind;
    unsigned          place;
    int               order;    /* __ATOMIC_* */
    int               failure;  /* of a compare-exchange that fails */
    struct weak_value expected; /* by a compare-exchange */
};

struct weak_choice {
    unsigned rank;   /* of the message that is read, or of the one that a store writes */
    bool     reads, writes;
};

/* Number of choices for t: at least one. */
unsigned weak_choices(const struct weak *w, tid t, const struct weak_op *op);

/* One of them. */
struct weak_choice weak_choose(const struct weak *w, tid t, const struct weak_op *op, unsigned number);

/* The value that is read by it. */
static inline struct weak_value weak_value_read(const struct weak *w, const struct weak_op *op, struct weak_choice c)
{
    return weak_message_at(w, op->place, c.rank)->value;
}

/* t performs it; `value` is what is written, if something is. After it comes weak_settle(). */
void weak_perform(struct weak *w, tid t, const struct weak_op *op, struct weak_choice c, struct weak_value value);

/* Does it take part in the order of all sequentially consistent operations? */
static inline bool weak_is_seq_cst(const struct weak_op *op)
{
    return op->order == __ATOMIC_SEQ_CST || (op->kind == WEAK_COMPARE_EXCHANGE && op->failure == __ATOMIC_SEQ_CST);
}

#endif
