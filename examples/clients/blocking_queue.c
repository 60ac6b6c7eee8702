/* blocking_queue.c - a ring under a lock. Whoever waits, for room or for something to take, waits on one condition variable, and
 * pthread_cond_signal wakes one of them: it may be the wrong one. With -DFIXED all are woken. With -DFIXED -DONCE whoever is woken does not
 * look again whether there is something; with -DFIXED -DSILENT offer wakes nobody. */
#include "blocking_queue.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef FIXED
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif

struct blocking_queue {
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             first, count, room, ring[8];
};

struct blocking_queue *blocking_queue_new(int room)
{
    struct blocking_queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->room = room;
    return q;
}

void blocking_queue_free(struct blocking_queue *q)
{
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

static void append(struct blocking_queue *q, int value)
{
    q->ring[(q->first + q->count++) % 8] = value;
}

void blocking_queue_put(struct blocking_queue *q, int value)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == q->room)
        pthread_cond_wait(&q->changed, &q->lock);
    append(q, value);
    WAKE(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

int blocking_queue_take(struct blocking_queue *q)
{
    pthread_mutex_lock(&q->lock);
#ifdef ONCE
    if (q->count == 0)
#else
    while (q->count == 0)
#endif
        pthread_cond_wait(&q->changed, &q->lock);
    int value = q->ring[q->first];
    q->first = (q->first + 1) % 8;
    q->count--;
    WAKE(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return value;
}

bool blocking_queue_offer(struct blocking_queue *q, int value)
{
    pthread_mutex_lock(&q->lock);
    bool fits = q->count < q->room;
    if (fits)
        append(q, value);
#ifndef SILENT
    WAKE(&q->changed);
#endif
    pthread_mutex_unlock(&q->lock);
    return fits;
}
