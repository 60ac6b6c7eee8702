/* recorder.h - in a replay: every operation as an event for the tool's reports. Costs nothing in a search. */
#ifndef MZ_WORLD_RECORDER_H
#define MZ_WORLD_RECORDER_H

#include <stddef.h>

#include "wire/wire.h"
#include "world/thread.h"

struct recorder {
    struct wire *wire;
    bool     live_output;  /* the program's output also goes to its real destination */
    uint64_t step;         /* number of the transition */
    bool     every_step;   /* those with a single successor are decisions, too */
    threadset enabled;     /* threads enabled before it */
    unsigned choices;      /* successors of its state */
    bool     first;        /* the next operation performed is the one that was decided */
    uint64_t since;        /* operations recorded since the last one that was decided */
    void   (*step_begins)(struct wire *wire, const struct thread *t); /* told before each visible step */
    uint64_t last_event[MAX_THREADS]; /* + 1: of each thread, to fill in what its operation left behind */
};

/* Has a step so many operations that nobody will read them all? A thread that runs on for ever must do so at full speed, or
 * it would be taken for one that gets somewhere. */
static inline bool recorder_has_enough(const struct recorder *r) { return r->since >= 1 << 16; }

void recorder_decision(struct recorder *r, threadset enabled, unsigned successors); /* before a step from a choice point */
void recorder_before(struct recorder *r, const struct thread *t, unsigned choice);
void recorder_after(struct recorder *r, const struct thread *t);
void recorder_forget(struct recorder *r, const struct thread *t); /* the last operation was put off */
void recorder_arrived(struct recorder *r, const struct thread *t);
void recorder_output(struct recorder *r, const struct thread *t, int stream, const char *file, const char *bytes,
                     size_t size);

/* Output of the program: recorded in a replay. file: its name, or NULL. */
void world_output(struct thread *t, int stream, const char *file, const char *bytes, size_t size);

/* The call stack of a thread, innermost first. */
uint32_t recorder_stack(const struct thread *t, uint64_t pc, uint64_t out[WIRE_STACK]);

#endif
