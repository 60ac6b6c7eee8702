/* A hash table with one lock (coarse_hash_map.h). */
#include "coarse_hash_map.h"
#include "../include/faulty.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int           key, value;
    struct entry *next;
};

struct coarse_hash_map {
    pthread_mutex_t lock;
    int             size;
    unsigned        bins;
    struct entry   *bin[];
};

struct coarse_hash_map *coarse_hash_map_create(unsigned bins)
{
    struct coarse_hash_map *map = calloc(1, sizeof *map + bins * sizeof(struct entry *));
    assert(map);
    pthread_mutex_init(&map->lock, NULL);
    map->bins = bins;
    return map;
}

void coarse_hash_map_destroy(struct coarse_hash_map *map)
{
    for (unsigned i = 0; i < map->bins; i++) {
        for (struct entry *entry = map->bin[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    }
    pthread_mutex_destroy(&map->lock);
    free(map);
}

/* The entry of the key, and the link to it; without an entry, the link at the end. */
static struct entry **find(struct coarse_hash_map *map, int key, struct entry **found)
{
    struct entry **at = &map->bin[(unsigned)key % map->bins];
    while ((*found = *at) && (*found)->key != key)
        at = &(*found)->next;
    return at;
}

/* The same, with the lock. */
static struct entry **lock_and_find(struct coarse_hash_map *map, int key, struct entry **found)
{
    if (FAULTY(key)) {
        struct entry **at = find(map, key, found);
        pthread_mutex_lock(&map->lock);
        return at;
    }
    pthread_mutex_lock(&map->lock);
    return find(map, key, found);
}

static struct entry *new_entry(int key, int value)
{
    struct entry *entry = malloc(sizeof *entry);
    assert(entry);
    *entry = (struct entry){.key = key, .value = value};
    return entry;
}

int coarse_hash_map_put(struct coarse_hash_map *map, int key, int value)
{
    struct entry *found, **at = lock_and_find(map, key, &found);
    int before = 0;
    if (found) {
        before = found->value;
        found->value = value;
    } else {
        *at = new_entry(key, value);
        map->size++;
    }
    pthread_mutex_unlock(&map->lock);
    return before;
}

int coarse_hash_map_remove(struct coarse_hash_map *map, int key)
{
    struct entry *found, **at = lock_and_find(map, key, &found);
    int before = 0;
    if (found) {
        before = found->value;
        *at = found->next;
        map->size--;
    }
    pthread_mutex_unlock(&map->lock);
    return before;
}

int coarse_hash_map_get(struct coarse_hash_map *map, int key)
{
    struct entry *found;
    pthread_mutex_lock(&map->lock);
    find(map, key, &found);
    int value = found ? found->value : 0;
    pthread_mutex_unlock(&map->lock);
    return value;
}

int coarse_hash_map_size(struct coarse_hash_map *map)
{
    pthread_mutex_lock(&map->lock);
    int size = map->size;
    pthread_mutex_unlock(&map->lock);
    return size;
}
