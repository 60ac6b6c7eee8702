/* record_queue.h - a queue of records (model/record.h) that wait in this process until they can be used. */
#ifndef MZ_SEARCH_RECORD_QUEUE_H
#define MZ_SEARCH_RECORD_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/record.h"

struct record_queue {
    char  *at;
    size_t from, used, room; /* what waits is from..used */
};

bool record_queue_open(struct record_queue *q); /* unless it is. False: no memory */
void record_queue_close(struct record_queue *q);
void record_queue_clear(struct record_queue *q);
bool record_queue_is_empty(const struct record_queue *q);
bool record_queue_put(struct record_queue *q, const struct record *r); /* a copy, behind the others. False: there is no room */
char *record_queue_free(const struct record_queue *q, size_t bytes);   /* so many bytes behind them all, for a moment, or NULL */
const struct record *record_queue_first(const struct record_queue *q);
void record_queue_pass(struct record_queue *q); /* the first one */

#endif
