/* linked_queue.h - a queue as a list of nodes under a lock, which knows how many there are. */
#include <stdbool.h>

struct linked_queue;

struct linked_queue *linked_queue_new(void);
void linked_queue_free(struct linked_queue *q);
bool linked_queue_push(struct linked_queue *q, int value);
bool linked_queue_pop(struct linked_queue *q, int *value);
