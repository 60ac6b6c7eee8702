/* thread_states.h - the states of threads, for the scheduler alone. All but lock and futexes with the lock held. */
#ifndef MZ_HUNT_THREAD_STATES_H
#define MZ_HUNT_THREAD_STATES_H

#include "hunt/controlled.h"

extern unsigned hunt_polling;     /* threads whose `ready` is asked */
extern unsigned hunt_timed;       /* threads with a deadline */
extern uint64_t hunt_known_until; /* before this decision the running thread goes on, unless somebody becomes enabled */

void state_lock(void); /* no signal is handled while it is held */
void state_unlock(void);
long futex_sleep(uint32_t *word, uint32_t value, uint64_t nanoseconds);
void futex_rouse(uint32_t *word);

bool state_waits(const struct thread *t);
void state_set(struct thread *t, enum hunt_state state);
void state_ready(struct thread *t);
void state_come_back(struct thread *t); /* what came from outside is a record */
bool state_is_back(struct thread *t);
void state_take_back(struct thread *t);
void state_time_out(struct thread *t);
bool state_closes_circle(const struct thread *t); /* it waits for a lock, and so do all whom that depends on */
struct thread *state_earliest(void);    /* by its deadline; NULL: nobody has one */

#endif
