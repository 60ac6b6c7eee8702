/* optimistic_list_set.h - a set of integers as a sorted list with a lock in each node.
 *
 * Who changes it looks for the place without a lock, locks the two nodes there, and looks again whether they are still in the list and
 * neighbours. Who asks takes no lock. The bug, for faulty keys (faulty.h): the second look is left out. Removed nodes stay
 * allocated, since others may stand on them. */
#ifndef OPTIMISTIC_LIST_SET_H
#define OPTIMISTIC_LIST_SET_H

#include <stdbool.h>

struct optimistic_list_set;

struct optimistic_list_set *optimistic_list_set_create(void);
void optimistic_list_set_destroy(struct optimistic_list_set *set);
bool optimistic_list_set_add(struct optimistic_list_set *set, int key);    /* whether it is new */
bool optimistic_list_set_remove(struct optimistic_list_set *set, int key); /* whether it was there */
bool optimistic_list_set_contains(struct optimistic_list_set *set, int key);

#endif
