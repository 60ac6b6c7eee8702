/* A bounded queue that blocks: one thread puts numbers into it, another takes them out, in order and all of them. There is no bug: the
 * program is a host for measuring what it costs to follow a program. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ITEMS
#define ITEMS 2000
#endif
#ifndef CAPACITY
#define CAPACITY 16
#endif

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t  not_empty, not_full;
    int            *item[CAPACITY];
    int             head, count;
};

static struct queue queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER};

static void put(struct queue *q, int *item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->not_full, &q->lock);
    q->item[(q->head + q->count) % CAPACITY] = item;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}

static int *take(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->not_empty, &q->lock);
    int *item = q->item[q->head];
    q->head = (q->head + 1) % CAPACITY;
    q->count--;
    pthread_cond_signal(&q->not_full);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        int *item = malloc(sizeof *item);
        assert(item);
        *item = i;
        put(&queue, item);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        int *item = take(&queue);
        assert(*item == i);
        free(item);
    }
    return unused;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    assert(queue.count == 0);
    return 0;
}
