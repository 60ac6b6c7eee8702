/* labels.h - labels: what a step may touch, as a small number.
 *
 * The label of a pending operation is the set of ranges that its step reads and writes, of all that other threads can see.
 * Two labels are dependent if they have a byte in common that one of them writes. Besides memory every thread can see which
 * threads exist (creating one) and whether others are alive (the last one to end ends the process). The end of the process parks (below);
 * where it looks at what others have done by then (lts.h) it depends on whatever another thread may still do, or might have done later: on
 * all threads that nobody has joined. A thread that was joined cannot do anything after it, in no order of events that is equivalent.
 * EVERYTHING depends on all: a fault, an atomic section, a function without hooks.
 *
 * A mutex has two sides. Other threads that lock it wait until its owner gives it up, and what they do with it later waits with
 * them: all that is on the one side cannot come before the owner's unlock. Only trylock(), destroy() and the like can, which
 * look at the other side too. So as a candidate for a persistent set an unlock touches that other side alone (`candidate`),
 * and as something that may happen the first. The same holds for a wait, which gives the mutex up, and for the end of a
 * thread and those who join it. Who posts does not own the semaphore; but who waits for it without a limit of time either cannot go on
 * before, or leaves the same there as after the post: a post that commutes with others (op.h) has the other side as a candidate, too.
 * So has an arrival at a barrier that needs all who ever come. Whom it has let go touches nothing, but comes after those who have.
 *
 * In weak memory (op.h: WAY_WEAK_LOAD and so on) an atomic operation minds other things than it does to others. A store that comes first
 * only gives others more to read; so as a candidate it touches a third side alone, that of plain accesses, and an update touches that side
 * and reads the others: it minds what is stored where it reads. As something that happens both write the two sides of atomic operations. So
 * dependence has a direction: of a candidate on an event that comes later. Where two events are compared (execution.h) it has none.
 *
 * Operations that change one range in the same way commute (op.h: enum access_way): their labels are independent.
 *
 * While a thread is inside an atomic section, where it waits, every step is EVERYTHING: one that lets it go on stops all others.
 *
 * An operation that finds out from its first object whether it changes it (a compare-exchange, a trylock) is labelled with what it
 * does in the present state. Its label stays right until somebody writes to what it touches, which it is dependent on.
 *
 * An event is a thread and a label. Labels and events are interned: the events that a label is dependent on are a bit mask.
 * If there is no memory for more labels or events the rest are taken for EVERYTHING, which costs reduction only: there is always room for
 * that event of each thread.
 */
#ifndef MZ_REDUCE_LABELS_H
#define MZ_REDUCE_LABELS_H

#include "base/lock.h"
#include "model/record.h"
#include "model/lts.h"

#ifndef LABELS /* some tests have fewer, here and below; others end where there is no memory for their masks */
#define LABELS (1 << 20)
#endif
#ifndef EVENTS
#define EVENTS (1 << 22)
#endif
enum { EVENT_WORDS = (EVENTS + 63) / 64 };

typedef uint32_t label;
typedef uint32_t event;

enum {
    LABEL_NOTHING,
    LABEL_EVERYTHING,
    LABEL_UNBORN, /* of a thread that does not exist: it waits to be created, */
    LABEL_BIRTH,  /* by this */
    LABEL_END,    /* no operation, and it depends on nothing: an end of the program can be reached */
    LABEL_READS,  /* no operation either: everything may be read. Of those that say what is read, and of EVERYTHING, it is the mask */
    LABELS_FIXED,
};

struct labels;

/* For operation_labels.c, which finds out what an operation touches. */
struct ranges;
struct named;
label          label_intern(struct labels *s, const struct ranges *r);
struct named  *label_named(struct labels *s, uint64_t key); /* where one that was met lately would be */

struct labels *labels_open(bool shared); /* with those that this process forks */
void           labels_close(struct labels *s);
void           labels_clear(struct labels *s);
void           labels_join(struct labels *s, struct lock lock); /* others write, too, from now on */
uint64_t       labels_bytes(const struct labels *s);  /* of the masks */
uint64_t       labels_lacked(const struct labels *s); /* how often there was no memory for a label or an event; of one
                                                       * that has joined others: for masks of its own */

/* Label of t's pending operation; and what it would be if no other thread were inside an atomic section. */
label label_of(struct labels *s, const struct lts *l, tid t, label *candidate);
label label_alone(struct labels *s, const struct lts *l, tid t, label *candidate);

/* Is there a range that it changes in a way that commutes? It is a matter of the state: of whether the object is there, and in use. */
bool label_commutes(const struct labels *s, label a);

/* Label of an operation that may only look at its first object (op.h), as if it did not. In the present state it may do
 * less. */
label label_at_most(struct labels *s, const struct lts *l, tid t);

/* Does taking it end the path, whatever the others do? Then they go on as if t stood still for ever (park rule). */
bool label_parks(const struct lts *l, tid t);

/* Those of the parked threads that can end the process now and must do it again, whatever was tried before: all if no other one can move,
 * or if some wait for each other in a circle, which the end tells. */
threadset label_again(const struct lts *l, threadset ends, threadset others);

/* Causes, in summaries that tell of them. An event is said to need threads: wherever its step is made, they make a step before it, or have
 * ended. For who comes to a barrier and leaves it that is known: if nobody may stay away, all who have not come yet will come before. So an
 * event may also be `behind` a barrier which its thread leaves first.
 *
 * event_behind: what the event, in a summary of what lies below a step, is in one of the state before it. `late`: those that a barrier has
 * let go, and that have not left it. event_bare: without all that. */
bool            labels_tell_causes(const struct labels *s); /* of any event so far */
bool            event_is_cause(const struct labels *s, event e);
event           event_behind(struct labels *s, event e, event step, threadset late);
event           event_bare(struct labels *s, event e);
threadset       event_needs(const struct labels *s, event e);

/* Reads, as events of nobody's: they depend on nothing (unread.h). What is overwritten, as a label: its mask is of the events that read
 * nothing else; NULL: there is none, or no memory for it. */
label           label_of_reads(struct labels *s, const struct access *access, int count);
label           label_of_overwritten(struct labels *s, const struct access *access, int count);
const uint64_t *label_overwrites(struct labels *s, label a);
label           label_read_in_place(struct labels *s, label overwritten); /* the same ranges, as what is read */
const uint64_t *labels_reading(struct labels *s); /* NULL: no memory */
uint32_t        event_reads(const struct labels *s, event e, struct access *out, uint32_t room); /* everything: more than that */

event           event_of(struct labels *s, tid t, label a);
const uint8_t  *labels_threads(const struct labels *s); /* [event]: whose it is */
label           event_label(const struct labels *s, event e);

/* What there is of labels and events since it was last put there, or, `anew`, all; and what was, into labels that are new. False: it
 * cannot be. */
void labels_save(struct labels *s, enum record_stream stream, bool anew, const struct record_taker *to);
bool labels_restore(struct labels *s, enum record_kind kind, const void *things, size_t bytes);

/* Those that another process has, with tables of its own, as it has put them: what they are called here, for `room` of them at most. How
 * many there were; 0: that cannot be. `known`: its labels, by their numbers there. */
uint32_t labels_adopt(struct labels *s, const void *things, size_t bytes, label *ours, uint32_t room);
uint32_t events_adopt(struct labels *s, const void *things, size_t bytes, const label *known, uint32_t count, event *ours, uint32_t room);

/* Before events are looked at that others have told of. False: there is no memory for their masks. */
bool labels_learn(struct labels *s);

/* A mask of the events that a label, as a candidate, is dependent on: made when somebody asks for it. */
struct mask {
    uint32_t row;   /* 0: none yet */
    uint32_t known; /* events that the label has been compared with */
};

/* Every struct labels begins with them: they are asked for several times at each state. */
struct masks {
    uint64_t    *rows;     /* first those of the threads (killers), then those of labels that were asked for */
    struct mask *of_label;
    uint32_t     row_bits; /* each has 1 << row_bits words: most programs have few events */
    uint32_t     events;
};

const uint64_t *label_compare(struct labels *s, label a); /* with the events that are new */

/* Until there is another event: the mask of events that depend on it, and of those that depend on whatever t does. */
static inline const uint64_t *label_conflicts(struct labels *s, label a)
{
    const struct masks *m = (const struct masks *)s;
    if (__builtin_expect(m->of_label[a].known != m->events, 0))
        return label_compare(s, a);
    return m->rows + ((size_t)m->of_label[a].row << m->row_bits);
}

static inline const uint64_t *labels_killers(const struct labels *s, tid t)
{
    const struct masks *m = (const struct masks *)s;
    return m->rows + ((size_t)t << m->row_bits);
}

/* Does what t is about to do, with that label as a candidate, depend on the event? */
static inline bool label_depends(struct labels *s, tid t, label a, event e)
{
    const uint64_t *conflicts = label_conflicts(s, a), *killers = labels_killers(s, t);
    return (conflicts[e / 64] | killers[e / 64]) >> e % 64 & 1;
}

#endif
