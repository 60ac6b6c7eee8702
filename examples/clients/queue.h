/* queue.h - a bounded queue of integers for any number of threads. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>

struct queue;

struct queue *queue_new(int room);
void queue_free(struct queue *queue);
bool queue_push(struct queue *queue, int value); /* whether there was room */
bool queue_pop(struct queue *queue, int *value); /* whether there was one */
int  queue_size(struct queue *queue);

#endif
