/* ms_queue.h - a linked queue of positive integers without locks (Michael, Scott, "Simple, fast, and practical non-blocking and blocking
 * concurrent queue algorithms", 1996), with removal from the middle.
 *
 * An element is taken, from the front or from the middle, by emptying its node. The bug, for faulty elements (faulty.h): offer links its
 * node behind the last one by a test and a store instead of by one compare-and-swap. */
#ifndef MS_QUEUE_H
#define MS_QUEUE_H

#include <stdbool.h>

struct ms_queue;

struct ms_queue *ms_queue_create(void);
void ms_queue_destroy(struct ms_queue *queue);
bool ms_queue_offer(struct ms_queue *queue, int element); /* true: there is always room */
int ms_queue_poll(struct ms_queue *queue);                /* 0: empty */
bool ms_queue_remove(struct ms_queue *queue, int element);
bool ms_queue_contains(struct ms_queue *queue, int element);

#endif
