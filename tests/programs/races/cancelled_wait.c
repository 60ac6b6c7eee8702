// expect: verified
// races: 1
// A thread that is cancelled while it waits for a semaphore has not taken it: what was done before the post is not ordered.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t posted;
static atomic_int ready;
int data;

static void clean(void *unused)
{
    (void)unused;
    data = 2; // RACE
}

static void *worker(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_cleanup_push(clean, NULL);
        sem_wait(&posted);
        pthread_cleanup_pop(0);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&posted, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    data = 1; // RACE
    sem_post(&posted);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
