/* queue.c - a ring under a lock. Whether it is empty or full is looked up without the lock, which is fast, and wrong: see queue.spec. With
 * -DFIXED it is looked up again. */
#include "queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    atomic_int      count;
    int             first, room;
    int             ring[];
};

struct queue *queue_new(int room)
{
    struct queue *q = calloc(1, sizeof *q + (size_t)room * sizeof q->ring[0]);
    pthread_mutex_init(&q->lock, NULL);
    q->room = room;
    return q;
}

void queue_free(struct queue *q)
{
    pthread_mutex_destroy(&q->lock);
    free(q);
}

static bool may(struct queue *q, int not_if)
{
    if (q->count == not_if)
        return false;
    pthread_mutex_lock(&q->lock);
#ifdef FIXED
    if (q->count == not_if) {
        pthread_mutex_unlock(&q->lock);
        return false;
    }
#endif
    return true;
}

bool queue_push(struct queue *q, int value)
{
    if (!may(q, q->room))
        return false;
    q->ring[(q->first + q->count) % q->room] = value;
    q->count++;
    pthread_mutex_unlock(&q->lock);
    return true;
}

bool queue_pop(struct queue *q, int *value)
{
    if (!may(q, 0))
        return false;
    *value = q->ring[q->first];
    q->first = (q->first + 1) % q->room;
    q->count--;
    pthread_mutex_unlock(&q->lock);
    return true;
}

int queue_size(struct queue *q)
{
    return q->count;
}
