/* A bounded queue with one slot, two producers and two consumers. It holds the lock everywhere, and every wait is in a loop.
 * Still it can stop for ever: try `mazurka check examples/queue.c`. */
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 1, PRODUCERS = 2, CONSUMERS = 2 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t  changed; /* something was put or taken */
    int             slot[SLOTS];
    unsigned        first, count;
};

static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static int received;

static void put(struct queue *q, int item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == SLOTS)
        pthread_cond_wait(&q->changed, &q->lock);
    q->slot[(q->first + q->count) % SLOTS] = item;
    q->count++;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static int take(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->changed, &q->lock);
    int item = q->slot[q->first];
    q->first = (q->first + 1) % SLOTS;
    q->count--;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static void *producer(void *item)
{
    put(&queue, (int)(long)item);
    return NULL;
}

static void *consumer(void *unused)
{
    __atomic_fetch_add(&received, take(&queue), __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread[PRODUCERS + CONSUMERS];
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&thread[i], NULL, consumer, NULL);
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&thread[CONSUMERS + i], NULL, producer, (void *)(i + 1));
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(thread[i], NULL);
    assert(received == 3);
    return 0;
}
