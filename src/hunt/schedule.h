/* schedule.h - the schedule of an execution: written into the shared memory, and followed in a replay. With the scheduler's lock held. */
#ifndef MZ_HUNT_SCHEDULE_H
#define MZ_HUNT_SCHEDULE_H

#include "hunt/controlled.h"

void schedule_note(enum hunt_event event, const struct thread *t, const struct thread *from);

bool schedule_is_exact(void);                    /* a script is followed decision by decision, and has not differed so far */
const struct hunt_record *schedule_event(void);  /* the script's next record, if it is of this decision and no switch; NULL */
void schedule_taken(void);                       /* it was followed */
void schedule_differs(void);                     /* it could not be */
uint64_t schedule_until(void); /* a replay: nothing is decided before this decision */
unsigned schedule_choice(const uint16_t *ready, unsigned count, unsigned current);
unsigned schedule_guided(const uint16_t *ready, unsigned count); /* by segments; HUNT_MAX_THREADS: there is none for any of them */
uint64_t schedule_guided_left(unsigned current);                /* decisions in the segment */
void schedule_skip(void);                                       /* the segment is over */
unsigned schedule_give_way(const uint16_t *ready, unsigned count, unsigned current); /* of several: it waits in a loop, perhaps */
unsigned schedule_waiter(const uint16_t *waiting, unsigned count);

#endif
