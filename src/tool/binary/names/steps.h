/* steps.h - the events of a replay as the lines of an interleaving: what is shown, what is folded, where threads change. */
#ifndef MZ_TOOL_BINARY_NAMES_STEPS_H
#define MZ_TOOL_BINARY_NAMES_STEPS_H

#include "tool/binary/names/naming.h"
#include "tool/cli/util.h"

enum step_kind {
    STEP_DONE,    /* a visible operation was performed */
    STEP_LOCAL,   /* an operation that nobody else can notice */
    STEP_FOLD,    /* `folded` of those */
    STEP_OUTPUT,  /* the program printed something */
    STEP_BLOCKED, /* the thread would go on with this operation but cannot; `event` is where it is performed later */
};

struct step {
    enum step_kind kind;
    unsigned       thread;
    uint64_t       event;    /* index; AT_THE_END if it never happened */
    uint64_t       last;     /* of several that are told as one, what was done inside one object of the C++ library */
    uint64_t       folded;
    int            holder;   /* of what a blocked operation waits for; -1 if unknown */
    bool           switched; /* another thread than on the line before */
    bool           preempted;/* which could have gone on, and did not give way (model/preemption.h) */
};

struct steps {
    struct step *at;
    size_t       count, capacity;
    uint64_t     visible;     /* operations */
    uint64_t     switches;
    uint64_t     preemptions; /* switches away from a thread that could have gone on, and did not give way */
    bool         preempted;   /* the thread of the last line, by the fault alone */
};

/* Steps of an interleaving that are written to files: the last ones. Nobody reads more, and a browser is slow with
 * them. */
enum { WRITTEN_STEPS = 20000 };

struct steps *steps_make(const struct naming *n);
size_t steps_left_out(const struct steps *s); /* of what is written: so many, from the first one on */
void steps_free(struct steps *s);

/* The numbers alone, without lines and names. */
struct steps steps_count(const struct naming *n);

/* The line's text; a new string. */
char *step_text(const struct naming *n, const struct step *s);
/* Is it what the schedule's decision of that number, from 0, was for? */
bool step_is_decision(const struct naming *n, const struct step *s, uint64_t decision);
/* Place in the source. */
struct place step_place(const struct naming *n, const struct step *s);

/* The last signal or broadcast on the condition variable at `address`; `lost`: one that came when nobody waited. An index, or
 * AT_THE_END. */
uint64_t steps_signal(const struct naming *n, uint64_t address, bool lost);

/* Event at which `thread` took the lock at `address` that it holds at `event`, for the first time if it has taken it several times, or last
 * held: an index, or AT_THE_END. */
uint64_t steps_taken_at(const struct naming *n, unsigned thread, uint64_t address, uint64_t event);

/* The lock that an event takes, or gives up: its address, or 0. */
uint64_t steps_takes(const struct wire_event *e);
uint64_t steps_gives_up(const struct wire_event *e);

/* Does `thread` hold the lock directly before `event`? */
bool steps_holds(const struct naming *n, unsigned thread, uint64_t lock, uint64_t event);

/* Is it, in the last state, a writer that waits for the read-write lock? Readers may have to wait for it, but it does not hold the lock. */
bool steps_queues(const struct naming *n, unsigned thread, uint64_t lock);

/* What `thread` holds at `event`, as "m since f.c:10". */
struct strings steps_held(const struct naming *n, unsigned thread, uint64_t event);

/* Next operation of a thread in the last state; NULL if it has ended. */
const struct wire_waiter *steps_waiter(const struct naming *n, unsigned thread);
struct pending steps_pending(const struct wire_waiter *w);

#endif
