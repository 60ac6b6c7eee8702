/* linked_queue.c - see linked_queue.h. With -DFORGETFUL pop() does not count, with -DUNLOCKED push() counts when the lock is free again:
 * nobody who calls it sees that, but linked_queue.spec --invariants does. */
#include "linked_queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int          value;
    struct node *next;
};

struct linked_queue {
    pthread_mutex_t lock;
    struct node    *head, *tail;
    atomic_int      size;
};

struct linked_queue *linked_queue_new(void)
{
    struct linked_queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    return q;
}

void linked_queue_free(struct linked_queue *q)
{
    for (struct node *node = q->head, *next; node; node = next) {
        next = node->next;
        free(node);
    }
    pthread_mutex_destroy(&q->lock);
    free(q);
}

bool linked_queue_push(struct linked_queue *q, int value)
{
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    pthread_mutex_lock(&q->lock);
    if (q->tail)
        q->tail->next = node;
    else
        q->head = node;
    q->tail = node;
#ifdef UNLOCKED
    pthread_mutex_unlock(&q->lock);
    q->size = q->size + 1;
#else
    q->size = q->size + 1;
    pthread_mutex_unlock(&q->lock);
#endif
    return true;
}

bool linked_queue_pop(struct linked_queue *q, int *value)
{
    pthread_mutex_lock(&q->lock);
    struct node *node = q->head;
    bool some = node != NULL;
    if (some) {
        *value = node->value;
        q->head = node->next;
        if (!q->head)
            q->tail = NULL;
#ifndef FORGETFUL
        q->size = q->size - 1;
#endif
    }
    pthread_mutex_unlock(&q->lock);
    free(node);
    return some;
}
