/* labels.h - what a step may touch, as a small number.
 *
 * The label of a pending operation is the set of ranges that its step reads and writes, of all that other threads can see.
 * Two labels are dependent if they have a byte in common that one of them writes. Besides memory every thread can see which
 * threads exist (creating one) and whether others are alive (the last one to end ends the process). The end of the process
 * depends on whatever another thread may still do, or might have done later: on all threads that nobody has joined. A thread
 * that was joined cannot do anything after it, in no order of events that is equivalent. EVERYTHING depends on all: a fault,
 * an atomic section, a function without hooks.
 *
 * A mutex has two sides. Other threads that lock it wait until its owner gives it up, and what they do with it later waits with
 * them: all that is on the one side cannot come before the owner's unlock. Only trylock(), destroy() and the like can, which
 * look at the other side too. So as a candidate for a persistent set an unlock touches that other side alone (`candidate`),
 * and as something that may happen the first. The same holds for a wait, which gives the mutex up, and for the end of a
 * thread and those who join it. (Not for semaphores: who posts does not own it.)
 *
 * While a thread is inside an atomic section, where it waits, every step is EVERYTHING: one that lets it go on stops all others.
 *
 * An operation that finds out from its first object whether it changes it (a compare-exchange, a trylock) is labelled with what it
 * does in the present state. Its label stays right until somebody writes to what it touches, which it is dependent on.
 *
 * An event is a thread and a label. Labels and events are interned: the events that a label is dependent on are a bit mask.
 * If there are too many labels or events the rest are taken for EVERYTHING, which costs reduction only: there is always room for that
 * event of each thread.
 */
#ifndef MZ_REDUCE_LABELS_H
#define MZ_REDUCE_LABELS_H

#include "model/lts.h"

#ifndef LABELS /* some tests have fewer, here and below */
#define LABELS 4096
#endif
#ifndef EVENTS
#define EVENTS 16384
#endif
enum { EVENT_WORDS = (EVENTS + 63) / 64 };

typedef uint16_t label;
typedef uint16_t event;

enum {
    LABEL_NOTHING,
    LABEL_EVERYTHING,
    LABEL_UNBORN, /* of a thread that does not exist: it waits to be created, */
    LABEL_BIRTH,  /* by this */
    LABELS_FIXED,
};

struct labels;

struct labels *labels_open(void);
void           labels_close(struct labels *s);
void           labels_clear(struct labels *s);

/* Of t's pending operation; and what it would be if no other thread were inside an atomic section. */
label label_of(struct labels *s, const struct lts *l, tid t, label *candidate);
label label_alone(struct labels *s, const struct lts *l, tid t, label *candidate);

/* Of an operation that may only look at its first object (op.h): the label as if it did not. In the present state it may do less. */
label label_at_most(struct labels *s, const struct lts *l, tid t);

/* Does taking it end the path, whatever the others do? Then they go on as if t stood still for ever (park rule). */
bool label_parks(const struct lts *l, tid t);

event           event_of(struct labels *s, tid t, label a);
const uint8_t  *labels_threads(const struct labels *s); /* [event]: whose it is */
label           event_label(const struct labels *s, event e);
const uint64_t *label_conflicts(const struct labels *s, label a); /* mask of events that depend on it, */
const uint64_t *labels_killers(const struct labels *s, tid t);    /* and of those that depend on whatever t does */

#endif
