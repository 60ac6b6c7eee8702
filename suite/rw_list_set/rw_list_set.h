/* rw_list_set.h - a set of integers as a sorted list with one read-write lock.
 *
 * The bug, for faulty keys (faulty.h): add and remove take the lock after they have looked for the place of the key, not before.
 * Removed nodes stay allocated, since those who look without the lock may stand on them. */
#ifndef RW_LIST_SET_H
#define RW_LIST_SET_H

#include <stdbool.h>

struct rw_list_set;

struct rw_list_set *rw_list_set_create(void);
void rw_list_set_destroy(struct rw_list_set *set);
bool rw_list_set_add(struct rw_list_set *set, int key);    /* whether it is new */
bool rw_list_set_remove(struct rw_list_set *set, int key); /* whether it was there */
bool rw_list_set_contains(struct rw_list_set *set, int key);
int rw_list_set_size(struct rw_list_set *set);

#endif
