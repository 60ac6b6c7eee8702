/* execution.h - the execution being explored, as steps with their happens-before order: what the reductions share that match no
 * states (dpor.c, source.c, optimal.c, sleep.c).
 *
 * A step is one operation with what follows it up to the next; its label says what it touches (labels.h). A step happens before a
 * later one if it is of the same thread, made that thread, or if they depend on each other, and so on transitively; each step has a
 * vector clock: of each thread, how many of its steps happen before it.
 *
 * Two steps of different threads are in a race if they depend on each other, the first does not happen before whatever the
 * thread of the second did before, and the second could come first. It could not where the first is what it waited for: an
 * unlock, and the lock that waited for it; so the one to be reversed is the lock before that unlock. That is what the candidate
 * labels are for, which need an owner: an unlock by somebody else may well be reversed. What can never run again at the end of an
 * execution is in races too, with its pending operation.
 *
 * Faults (park rule): a thread whose next step ends the path by itself stands still for ever, and the others go on; the step is taken
 * once, where the thread can first take it, and is no step of the execution. The end of the process is such a step, and is taken again
 * where nobody else can move. Any other step that turns out to end the path (frame.h)
 * depends on everything. Its thread sleeps then like others, for it would end it again; but nothing has been explored after it.
 *
 * Where nobody can go on but one that awaits the others (mz_await_others), the execution has ended for all others: what cannot run is in
 * races there. That step happens after all, and neither it nor what follows is in a race with any of them: it could not have come before.
 *
 * Atomic sections: where somebody inside one can move nobody else does, so what comes after a step in there cannot come right before it,
 * whatever it is. It is tried before the section, or before the step that let one go on who had to wait in there: while somebody is
 * inside every step depends on everything (labels.h).
 */
#ifndef MZ_REDUCE_EXECUTION_H
#define MZ_REDUCE_EXECUTION_H

#include "reduce/events/labels.h"
#include "reduce/reduction.h"

struct step {
    threadset live;               /* before it */
    label     label, candidate;   /* what it touches, and that as something to be tried first */
    event     event;
    event     at_most;            /* the same if its operation, where it comes earlier, does not only look (op.h), */
    event     alone;              /* or if nobody is inside an atomic section there */
    uint8_t   thread;
    uint16_t  outcome;            /* of those that it could have had */
    bool      forced;             /* nothing else could be done */
    bool      waits;              /* its operation is one that may have to wait, */
    bool      takes;              /* for what another thread owns */
    bool      comes_last;         /* nobody else can go on, ever again: mz_await_others */
    uint64_t  mutex;              /* that it takes, gives up or has otherwise to do with; 0: none */
    uint32_t  point;              /* the choice point on the path that it comes after, at once unless it is forced */
    uint32_t  number;             /* among its thread's, from 1 */
    uint32_t  clock[MAX_THREADS]; /* its own number included */
};

/* A choice point on the path. */
struct point {
    uint32_t  steps;           /* of the execution, before it */
    threadset enabled, parked; /* `enabled` without `parked` */
    threadset faced;           /* of the parked ones, those that could move here or before: their step has been taken */
    threadset sleep;           /* what follows if one of these comes first has been explored, */
    threadset failing;         /* unless nothing does: the step of these, which sleep or are done, has ended the path */
    threadset wanted;          /* to be tried, now or before */
    threadset done;            /* tried */
};

#define EVERYBODY_SLEEPS ALL_THREADS /* what is being done has been done before */

struct execution;

/* Looks for races of steps[count] with those before it: what it depends on the search has to do in another order, too. */
typedef void execution_racing(struct execution *x);

struct execution {
    struct labels *labels;
    struct step   *steps;
    size_t         step_bytes;
    uint32_t       count, most;
    uint32_t       end;                /* of the whole execution, where races are looked for at its end */
    struct point  *points;             /* like the nodes of the search */
    size_t         point_bytes;
    execution_racing *race;
    void          *own;                /* of the reduction */
    bool           sleeps;             /* with sleep sets */
    bool           never_looks;        /* an operation that may only look (op.h) counts as if it did not */
    bool           late;               /* races are looked for at the end of an execution, not before each step */
    threadset      sleep, failing;     /* now */
    threadset      live, blocked, inside; /* when it was last looked */
    threadset      parked, ending;     /* of all that live; those that are to end the process */
    struct step    pending[MAX_THREADS]; /* of the others, without clocks */
    enum op_kind   last;               /* operation performed */
    bool           aside;              /* it was that of a parked thread: the others go on */
    uint32_t       past[MAX_THREADS];  /* of steps[count]: what its thread knew before it */
};

execution_racing dpor_race, source_race_matched; /* dpor.c, source.c */

struct execution *execution_open(uint64_t max_nodes, execution_racing *race, bool sleeps);

/* Is step i in a race with steps[count]? */
bool execution_race(const struct execution *x, uint32_t i);

/* Races that need be looked at, the last first. `reverse` returns false if steps[count] could not come there. */
void execution_races(struct execution *x, bool (*reverse)(struct execution *x, uint32_t i));

/* Does what t does with the label depend on the event? */
bool execution_touches(const struct execution *x, tid t, label a, event e);

void execution_merge(uint32_t *clock, const uint32_t *other);

/* Does b, which comes later, depend on a? Might it if it came in place of what it is in a race with? */
bool execution_dependent(const struct execution *x, const struct step *a, const struct step *b);
bool execution_might_depend(const struct execution *x, const struct step *a, const struct step *b);

static inline bool execution_knows(const uint32_t *clock, const struct step *s)
{
    return clock[s->thread] >= s->number;
}

/* The members of a reduction that works with an execution. */
void      execution_close(void *self);
void      execution_reset(void *self);
uint64_t  execution_lacked(void *self);
threadset execution_enter(struct reducing *r);
threadset execution_more(struct reducing *r); /* any, and then what is wanted */
void      execution_performing(struct reducing *r, tid t);
uint16_t  execution_outcome(const struct reducing *r); /* of the step about to be made, from 0; that of a forced one is 0 */
void      execution_arrived(struct reducing *r, enum led led);
void      execution_tried(struct reducing *r, tid t);
void      execution_leave(struct reducing *r);

/* Members that are the same in all of these reductions, and in those that keep nothing else of their own. */
extern const struct reduction_memory execution_memory;
#define EXECUTION \
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_NO_MATCHING, .keeps = KEEPS_FAULTS, .tried = execution_tried, \
    .memory = &execution_memory
#define EXECUTION_PLAIN \
    .close = execution_close, .reset = execution_reset, .enter = execution_enter, .performing = execution_performing, \
    .arrived = execution_arrived, .leave = execution_leave

#endif
