/* long.c - ten thousand steps before the fault, on jobs in a list on the heap. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { JOBS = 20, ROUNDS = 60 };

struct job {
    int id, turns;
    struct job *next;
};

struct pool {
    pthread_mutex_t lock;
    struct job *head;
    long sum;
};

static void *worker(void *user)
{
    struct pool *pool = user;
    for (int round = 0; round < ROUNDS; round++)
        for (struct job *job = pool->head; job; job = job->next) {
            pthread_mutex_lock(&pool->lock);
            job->turns++;
            pool->sum += job->id;
            pthread_mutex_unlock(&pool->lock);
        }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    for (int i = 0; i < JOBS; i++) {
        struct job *job = calloc(1, sizeof *job);
        job->id = i;
        job->next = pool->head;
        pool->head = job;
    }
    pthread_create(&t[0], NULL, worker, pool);
    pthread_create(&t[1], NULL, worker, pool);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(pool->sum == 0);
    return 0;
}
