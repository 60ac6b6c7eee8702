/* fine_hash_map_set.h - a set of positive integers over the map of fine_hash_map.h, whose bug is also its own: an element is a key
 * with itself as the value. Whether it is there is found out by looking through all values. */
#ifndef FINE_HASH_MAP_SET_H
#define FINE_HASH_MAP_SET_H

#include <stdbool.h>

struct fine_hash_map_set;

struct fine_hash_map_set *fine_hash_map_set_create(unsigned bins);
void fine_hash_map_set_destroy(struct fine_hash_map_set *set);
bool fine_hash_map_set_add(struct fine_hash_map_set *set, int element);    /* whether it is new */
bool fine_hash_map_set_remove(struct fine_hash_map_set *set, int element); /* whether it was there */
bool fine_hash_map_set_contains(struct fine_hash_map_set *set, int element);

#endif
