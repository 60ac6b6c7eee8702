/* A thread pool that is torn down while a worker may still take a job. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int         number;
};

struct pool {
    pthread_mutex_t lock;
    struct job     *first;
    int             stopping;
};

static void *worker(void *argument)
{
    struct pool *pool = argument;
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        struct job *job = pool->first;
        if (job)
            pool->first = job->next;
        int stopping = pool->stopping;
        pthread_mutex_unlock(&pool->lock);
        free(job);
        if (!job && stopping)
            break;
        if (!job)
            break;
    }
    return NULL;
}

static void pool_stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = 1;
    pthread_mutex_unlock(&pool->lock);
    free(pool); /* before the workers have been joined */
}

int main(void)
{
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_t thread;
    pthread_mutex_init(&pool->lock, NULL);
    pool->first = calloc(1, sizeof *pool->first);
    pthread_create(&thread, NULL, worker, pool);
    pool_stop(pool);
    pthread_join(thread, NULL);
    return 0;
}
