/* zstd's thread pool: THREADS workers, a queue of QUEUE jobs, JOBS jobs that count under a lock. */
#include <assert.h>
#include <pthread.h>

#include "pool.h"

#ifndef QUEUE
#define QUEUE 1
#endif
#ifndef JOBS
#define JOBS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void job(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    POOL_ctx *pool = POOL_create(2, QUEUE);
    assert(pool);
    for (int i = 0; i < JOBS; i++)
        POOL_add(pool, job, NULL);
    POOL_free(pool);
    assert(done == JOBS);
    return 0;
}
