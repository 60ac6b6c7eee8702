/* fine_hash_map.h - a map from integers to positive integers: a hash table whose bins are locked one by one.
 *
 * The first entry of a bin is put there by compare-and-swap; after that, who changes the bin holds the lock of its first entry. Who
 * asks takes no lock. The bug, for faulty keys (faulty.h): put and remove take the lock after they have looked for the key, not before.
 * Removed entries stay allocated, since others may stand on them. */
#ifndef FINE_HASH_MAP_H
#define FINE_HASH_MAP_H

#include <stdbool.h>

struct fine_hash_map;

struct fine_hash_map *fine_hash_map_create(unsigned bins);
void fine_hash_map_destroy(struct fine_hash_map *map);
int fine_hash_map_put(struct fine_hash_map *map, int key, int value); /* these return the value before; 0: none */
int fine_hash_map_remove(struct fine_hash_map *map, int key);
int fine_hash_map_get(struct fine_hash_map *map, int key);
bool fine_hash_map_contains_value(struct fine_hash_map *map, int value); /* looks through all bins */

#endif
