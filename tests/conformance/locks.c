/* locks.c - robust mutexes of all types: locked, given up, or left locked by threads that end; none of the calls waits.
 *
 * What may be lost is not tried: trylock of glibc 2.36 says ENOTRECOVERABLE then, and leaves the mutex locked by its thread. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "sequence.h"

enum { MUTEXES = 4 };
static const int types[MUTEXES] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};
static pthread_mutex_t mutexes[MUTEXES];
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int times[MUTEXES]; /* that this thread has locked it */
static bool left[MUTEXES]; /* by a thread that has ended */

static void make(int i)
{
    pthread_mutexattr_t attributes;
    int told = -1;
    RECORD("attributes", pthread_mutexattr_init(&attributes));
    RECORD("type", pthread_mutexattr_settype(&attributes, types[i]));
    RECORD("robust", pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST));
    RECORD("shared", pthread_mutexattr_setpshared(&attributes, (int)below(3)));
    RECORD("protocol", pthread_mutexattr_setprotocol(&attributes, below(2) ? PTHREAD_PRIO_NONE : 9));
    RECORD("ceiling", pthread_mutexattr_setprioceiling(&attributes, (int)below(120)));
    RECORD("getrobust", pthread_mutexattr_getrobust(&attributes, &told) * 100 + told);
    RECORD("getceiling", pthread_mutexattr_getprioceiling(&attributes, &told) * 1000 + told);
    left[i] = false;
    RECORD("init", pthread_mutex_init(&mutexes[i], &attributes));
    RECORD("mutexceiling", pthread_mutex_getprioceiling(&mutexes[i], &told));
    pthread_mutexattr_destroy(&attributes);
}

static void took(int i, const char *call, int result)
{
    record(call, result);
    times[i] += result == 0 || result == EOWNERDEAD;
}

static void *dies(void *unused)
{
    unsigned first = below(MUTEXES);
    for (unsigned k = 0; k < 2; k++) {
        RECORD("dying", pthread_mutex_timedlock(&mutexes[(first + k) % MUTEXES], &(struct timespec){0}));
        left[(first + k) % MUTEXES] = true;
    }
    if (below(3) == 0)
        RECORD("mends", pthread_mutex_unlock(&mutexes[first]));
    return unused;
}

void one_of_locks(void)
{
    static bool made;
    pthread_t thread;
    int i = (int)below(MUTEXES), j = (int)below(MUTEXES);
    for (int k = 0; !made && k < MUTEXES; k++)
        make(k);
    made = true;
    switch (below(9)) {
    case 0: took(i, "timedlock", pthread_mutex_timedlock(&mutexes[i], &(struct timespec){0})); break;
    case 1:
        if (times[i] > 0 || !left[i])
            took(i, "trylock", pthread_mutex_trylock(&mutexes[i]));
        break;
    case 2:
        if (types[i] == PTHREAD_MUTEX_NORMAL && times[i] > 0)
            break;
        took(i, "lock", pthread_mutex_lock(&mutexes[i]));
        break;
    case 3:
    case 4:
        RECORD("unlock", pthread_mutex_unlock(&mutexes[i]));
        times[i] -= times[i] > 0;
        break;
    case 5: RECORD("consistent", times[j] > 0 ? pthread_mutex_consistent(&mutexes[j]) : 0); break;
    case 6:
        if (times[i] != 1)
            break;
        int told = pthread_cond_timedwait(&cond, &mutexes[i], &(struct timespec){0});
        record("timedwait", told);
        times[i] -= told == ENOTRECOVERABLE;
        break;
    case 7:
        if (times[i] > 0 || below(2))
            break;
        RECORD("destroy", pthread_mutex_destroy(&mutexes[i]));
        make(i);
        break;
    default:
        pthread_create(&thread, NULL, dies, NULL);
        pthread_join(thread, NULL);
    }
}
