/* scheduler.h - real threads, one at a time: a token goes from thread to thread, each of which sleeps on a futex of its own otherwise.
 *
 * A wrapper (mutexes.c, blocking.c, ...) announces what it is about to do by hunt_point(). From then on its thread has the token until
 * its next point, so that it can try the real, non-blocking form of the call; where that would block, hunt_wait() gives the token away
 * until somebody says hunt_wake() of the object. The objects are the real ones: what libc itself or another process does to them is
 * seen. A call whose end is known only to the kernel is made outside (hunt_leave, hunt_return), or when a poll says that it will not
 * block (hunt_until).
 *
 * All functions keep errno. Where hunt_point() says false, the caller is not controlled: the real function, and nothing else. */
#ifndef MZ_HUNT_SCHEDULER_H
#define MZ_HUNT_SCHEDULER_H

#include "hunt/controlled.h"

#define HUNT_CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

enum hunt_end { HUNT_WOKEN, HUNT_TIMED_OUT, HUNT_INTERRUPTED };

bool hunt_point(enum hunt_kind kind, const volatile void *object, uint64_t pc);
enum hunt_end hunt_wait(const volatile void *object, uint64_t deadline, enum hunt_signals signals, bool real_state);
enum hunt_end hunt_until(bool (*ready)(void *), void *argument, uint64_t deadline, enum hunt_signals signals);
void hunt_leave(void);
void hunt_return(void);
void hunt_leave_by_jump(void);
void hunt_told_kernel(void);        /* what was done may have made a poll come true */

/* The rest of a wrapper: makes the call outside, and returns what it does. */
#define HUNT_OUTSIDE(type, call) \
    do {                         \
        hunt_leave();            \
        type result_ = call;     \
        int error_ = errno;      \
        hunt_return();           \
        hunt_told_kernel();      \
        errno = error_;          \
        return result_;          \
    } while (0)
void hunt_yield(void);              /* lowers the thread; the next point counts */

void hunt_thread_first(struct thread *t); /* the first one: it has the token */
void hunt_thread_begin(struct thread *t); /* the new thread itself: returns when it may run */
void hunt_thread_end(void);               /* and does not run again as one that is controlled */
void hunt_thread_watch_end(void); /* threads.c: hunt_thread_end() is to be called for the calling thread */

void hunt_fault(enum hunt_fault fault, const char *message); /* noted; the first counts */

/* program_clock.c: nanoseconds, with what was skipped of sleeps. */
uint64_t hunt_now(void);
void hunt_skip_to(uint64_t time);
bool hunt_may_skip(uint64_t time);

/* start.c */
bool hunt_expects_signals(void);   /* a handler is installed */
bool hunt_signals_restart(void);   /* all handlers are with SA_RESTART */
bool hunt_has_children(void);      /* processes that may change what is shared with them */
bool hunt_has_others(void);        /* threads that are not controlled: libc's own, or beyond the room */
void hunt_take_stack(struct thread *t);
unsigned hunt_walk_stack(uint64_t pc[HUNT_MAX_FRAMES]); /* the caller's; so many frames */

#endif
