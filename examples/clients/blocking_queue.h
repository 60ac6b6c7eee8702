/* blocking_queue.h - a bounded queue of numbers: put waits while it is full, take while it is empty. */
#ifndef BLOCKING_QUEUE_H
#define BLOCKING_QUEUE_H

#include <stdbool.h>

struct blocking_queue;

struct blocking_queue *blocking_queue_new(int room);
void blocking_queue_free(struct blocking_queue *q);

void blocking_queue_put(struct blocking_queue *q, int value);
int blocking_queue_take(struct blocking_queue *q);
bool blocking_queue_offer(struct blocking_queue *q, int value); /* false: it is full */

#endif
