/* sync_set.h - the wrapper that makes a raw set safe for threads: a recursive mutex around each operation.
 *
 * The bug: an operation with another set as its argument holds the mutex of its own set only, and walks over the other one with an
 * iterator, which the wrapper does not guard. If that set changes meanwhile, the iterator fails. Where such an operation asks the
 * other set for an element instead, it does take the second mutex, and two of them in opposite directions wait for each other. */
#ifndef SYNC_SET_H
#define SYNC_SET_H

#include <stdbool.h>

struct sync_set;

struct sync_set *sync_set_create(void);
void sync_set_destroy(struct sync_set *set);

bool sync_set_add(struct sync_set *set, int element);
bool sync_set_remove(struct sync_set *set, int element);
bool sync_set_contains(struct sync_set *set, int element);
void sync_set_clear(struct sync_set *set);
int sync_set_size(struct sync_set *set);
bool sync_set_is_empty(struct sync_set *set);
int sync_set_to_array(struct sync_set *set, int *array, int room); /* how many were stored */

bool sync_set_add_all(struct sync_set *set, struct sync_set *other);
bool sync_set_contains_all(struct sync_set *set, struct sync_set *other);
bool sync_set_remove_all(struct sync_set *set, struct sync_set *other);
bool sync_set_retain_all(struct sync_set *set, struct sync_set *other);
bool sync_set_equals(struct sync_set *set, struct sync_set *other);

/* Iterators are not guarded: their user holds the lock. */
void sync_set_lock(struct sync_set *set);
void sync_set_unlock(struct sync_set *set);

struct raw_entry;
struct iterator {
    struct sync_set        *set;
    const struct raw_entry *next;
    int                     changes; /* of the set when the iterator was made, or has removed the last element */
};

struct iterator sync_set_iterator(struct sync_set *set);
bool iterator_has_next(const struct iterator *it);
int iterator_next(struct iterator *it);
void iterator_remove(struct iterator *it, int element); /* the one that was returned last */

#endif
