/* A bounded queue with one condition variable for both sides: a signal wakes the wrong one. */
#include <pthread.h>

enum { ROOM = 1, PRODUCERS = 2, CONSUMERS = 2 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             used;
};

static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->used == ROOM)
        pthread_cond_wait(&q->changed, &q->lock);
    q->used++;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static void get(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->used == 0)
        pthread_cond_wait(&q->changed, &q->lock);
    q->used--;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static void *producer(void *unused)
{
    put(&queue);
    return unused;
}

static void *consumer(void *unused)
{
    get(&queue);
    return unused;
}

int main(void)
{
    pthread_t thread[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_create(&thread[i], NULL, i < CONSUMERS ? consumer : producer, NULL);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
