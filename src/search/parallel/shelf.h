/* shelf.h - a queue of records (model/record.h) that wait in this process until they can be used. */
#ifndef MZ_SEARCH_SHELF_H
#define MZ_SEARCH_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "model/record.h"

struct shelf {
    char  *at;
    size_t from, used, room; /* what waits is from..used */
};

bool shelf_open(struct shelf *s); /* unless it is. False: no memory */
void shelf_close(struct shelf *s);
void shelf_clear(struct shelf *s);
bool shelf_is_empty(const struct shelf *s);
bool shelf_put(struct shelf *s, const struct record *r); /* a copy, behind the others. False: there is no room */
char *shelf_free(const struct shelf *s, size_t bytes);   /* so many bytes behind them all, for a moment. NULL: there are not */
const struct record *shelf_first(const struct shelf *s);
void shelf_pass(struct shelf *s); /* the first one */

#endif
