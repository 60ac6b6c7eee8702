/* mutexes.h - mutexes as conditions and C11's functions need them: after a point, by a thread that has the token. */
#ifndef MZ_HUNT_MUTEXES_H
#define MZ_HUNT_MUTEXES_H

#include <pthread.h>
#include <stdint.h>

int hunt_lock_mutex(pthread_mutex_t *m, uint64_t deadline);
int hunt_unlock_mutex(pthread_mutex_t *m);

#endif
