/* controlled.h - the threads of a process that is controlled: what the scheduler, its strategies and the schedule know of each. */
#ifndef MZ_HUNT_CONTROLLED_H
#define MZ_HUNT_CONTROLLED_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "wire/hunt_wire.h"

#define HUNT_NEVER UINT64_MAX /* for deadlines */

/* Signals that end a wait: none, those without SA_RESTART, all that have a handler. */
enum hunt_signals { HUNT_DEAF, HUNT_RESTARTS, HUNT_HEARS };

struct thread {
    struct hunt_thread *is;     /* in the shared memory */
    unsigned   number;
    bool       inside;          /* in the scheduler: hooks of a signal handler are not controlled */
    bool       detached, cancelled, chosen;
    bool       asynchronous;    /* it may be cancelled anywhere */
    bool       real_state;      /* waits for an object that can be tried again */
    bool       ended_by_time, interrupted, back;
    uint64_t   deadline;        /* by hunt_now() */
    bool     (*ready)(void *argument);
    void      *argument;
    pthread_t  handle;
    void    *(*routine)(void *);
    void      *routine_argument;
    enum hunt_signals signals;  /* of the wait */
    const int *holder;          /* of the lock that it waits for, where that is known: as the kernel counts */
};

extern struct hunt_wire *hunt_wire; /* NULL: this process is not controlled */
extern struct thread hunt_threads[HUNT_MAX_THREADS];
extern unsigned hunt_live;          /* threads that have not ended */
extern uint32_t hunt_out_count;
extern struct rng hunt_random;
extern bool hunt_has_handlers;      /* of signals, by the program: one was installed */

struct thread *hunt_self(void);
void hunt_set_self(struct thread *t);

void hunt_wake(const volatile void *object);          /* all that wait for it */
unsigned hunt_wake_some(const volatile void *object, unsigned most); /* some of them, as the strategy likes */
void hunt_wake_thread(struct thread *t);
struct thread *hunt_thread_new(void);   /* ends the process where there is no more room */
void hunt_thread_ready(struct thread *t);
void hunt_thread_free(struct thread *t);
struct thread *hunt_thread_of(pthread_t handle); /* NULL: not one of ours */
unsigned hunt_thread_of_tid(uint32_t tid);       /* number + 1; 0: none */

#endif
