/* cond.h - queries to a condition variable. */
#ifndef MZ_PROBE_SYNC_COND_H
#define MZ_PROBE_SYNC_COND_H

#include <pthread.h>
#include <stdbool.h>

/* Is it one that can be used, on which nobody waits? */
bool cond_is_deserted(const pthread_cond_t *c);

#endif
