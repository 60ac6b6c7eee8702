/* A set over a map (fine_hash_map_set.h). */
#include "fine_hash_map_set.h"
#include "../fine_hash_map/fine_hash_map.h"

#include <assert.h>
#include <stdlib.h>

struct fine_hash_map_set {
    struct fine_hash_map *map;
};

struct fine_hash_map_set *fine_hash_map_set_create(unsigned bins)
{
    struct fine_hash_map_set *set = malloc(sizeof *set);
    assert(set);
    set->map = fine_hash_map_create(bins);
    return set;
}

void fine_hash_map_set_destroy(struct fine_hash_map_set *set)
{
    fine_hash_map_destroy(set->map);
    free(set);
}

bool fine_hash_map_set_add(struct fine_hash_map_set *set, int element)
{
    return fine_hash_map_put(set->map, element, element) == 0;
}

bool fine_hash_map_set_remove(struct fine_hash_map_set *set, int element)
{
    return fine_hash_map_remove(set->map, element) != 0;
}

bool fine_hash_map_set_contains(struct fine_hash_map_set *set, int element)
{
    return fine_hash_map_contains_value(set->map, element);
}
