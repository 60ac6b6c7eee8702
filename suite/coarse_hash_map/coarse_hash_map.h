/* coarse_hash_map.h - a map from integers to positive integers: a hash table with chains, and one lock.
 *
 * The bug, for faulty keys (faulty.h): put and remove take the lock after they have looked for the key, not before. Removed entries stay
 * allocated, since those who look without the lock may stand on them. */
#ifndef COARSE_HASH_MAP_H
#define COARSE_HASH_MAP_H

struct coarse_hash_map;

struct coarse_hash_map *coarse_hash_map_create(unsigned bins);
void coarse_hash_map_destroy(struct coarse_hash_map *map);
int coarse_hash_map_put(struct coarse_hash_map *map, int key, int value); /* these return the value before; 0: none */
int coarse_hash_map_remove(struct coarse_hash_map *map, int key);
int coarse_hash_map_get(struct coarse_hash_map *map, int key);
int coarse_hash_map_size(struct coarse_hash_map *map);

#endif
