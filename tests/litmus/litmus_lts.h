/* litmus_lts.h - a litmus program as an lts, over the weak memory of src/world/weak, so that searches and reductions run on it as they
 * do on programs; or over sequentially consistent memory, to compare with.
 *
 * A transition is one statement that others can see and all local ones that follow. A thread that is behind its last statement has
 * ended. Memory has the last value of each place; plain accesses see that, and a plain write makes an end of the place's messages. An
 * access to a place that was freed is a fault, and so is a failed assertion.
 */
#ifndef MZ_TESTS_LITMUS_LTS_H
#define MZ_TESTS_LITMUS_LTS_H

#include <stddef.h>

#include "litmus/litmus.h"
#include "model/lts.h"
#include "world/weak/weak_ops.h"
#include "world/weak/weak_states.h"
#include "world/weak/weak_sync.h"

struct litmus_way {
    bool     seq_cst;   /* sequentially consistent memory */
    uint32_t stale;     /* struct weak */
    bool     keeps_loops; /* steps that lead back to the same state are taken; otherwise they are dropped, but where the last
                           * value is read and another one could be, and who has no other one waits */
    bool     keeps_all;   /* whoever has not ended may access all places */
    bool     careless;    /* wrong: labels as without a bound, though there is one */
};

struct litmus_state {
    int8_t  reg[LITMUS_THREADS][LITMUS_REGISTERS];
    uint8_t pc[LITMUS_THREADS];
    int8_t  memory[LITMUS_PLACES];
    uint8_t freed; /* mask of places */
    uint8_t zero[5];
};
enum { LITMUS_WORDS = sizeof(struct litmus_state) / 8, LITMUS_MOST_CHOICES = WEAK_MESSAGES + 1 };
_Static_assert(sizeof(struct litmus_state) == 8 * LITMUS_WORDS, "states are hashed by words");

struct litmus_choices {
    bool     known;
    unsigned count;
    uint8_t  choice[LITMUS_MOST_CHOICES];
};

/* What mark() keeps. */
struct litmus_saved {
    struct litmus_state state;
    size_t              logged;
};

struct litmus_lts {
    const struct litmus  *program;
    struct litmus_way     way;
    struct litmus_state   state;
    struct weak           weak;
    struct litmus_choices choices[LITMUS_THREADS]; /* of the present state */
    struct op             op[LITMUS_THREADS];
    struct fault          fault;
    bool                  faulted, aside, checks; /* `checks`: that everything is put back */
    bool                  hung; /* with keeps_loops: some state is one where all go round for ever */
    bool                  only_learned; /* the last step of the machine has written nothing, or what it has read */
    uint8_t               reach[LITMUS_THREADS][LITMUS_CODE + 1]; /* masks of places that may still be accessed from a statement on */
    char                 *log;      /* of changes in `weak`: bytes, their number, their address */
    size_t                logged, log_room;
    struct litmus_saved  *saved;    /* by mark() */
    size_t                saved_count, saved_room;
    struct weak          *copies;   /* with `checks`: likewise */
    size_t                copy_room;
    struct litmus_outcomes ended;   /* so far */
    uint64_t              failed[LITMUS_THREADS]; /* masks of statements that ended in a fault */
};

struct lts litmus_open(struct litmus_lts *y, const struct litmus *p, const struct litmus_way *way);
void       litmus_close(struct litmus_lts *y);

#endif
