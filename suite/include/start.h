/* start.h - where a thread stands that has been started and has not run yet: before its first access to anything, as in Java, and not at
 * it. Under the rule that two threads poised at a conflicting access are a race (--race-rule=poised) that makes a difference. */
#ifndef START_H
#define START_H

#include <sched.h>

static inline void thread_starts(void) { sched_yield(); }

#endif
