/* A hash table whose bins are locked one by one (fine_hash_map.h). */
#include "fine_hash_map.h"
#include "../include/faulty.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
    int                     key;
    _Atomic int             value;
    _Atomic(struct entry *) next;
    pthread_mutex_t         lock; /* of the bin, as long as this is its first entry */
};

typedef _Atomic(struct entry *) link; /* to the first entry of a bin, or from one entry to the next */

struct fine_hash_map {
    unsigned bins;
    link     bin[];
};

struct fine_hash_map *fine_hash_map_create(unsigned bins)
{
    struct fine_hash_map *map = malloc(sizeof *map + bins * sizeof(link));
    assert(map);
    map->bins = bins;
    for (unsigned i = 0; i < bins; i++)
        map->bin[i] = NULL;
    return map;
}

void fine_hash_map_destroy(struct fine_hash_map *map)
{
    for (unsigned i = 0; i < map->bins; i++) {
        for (struct entry *entry = map->bin[i], *next; entry; entry = next) {
            next = entry->next;
            pthread_mutex_destroy(&entry->lock);
            free(entry);
        }
    }
    free(map);
}

static struct entry *new_entry(int key, int value)
{
    struct entry *entry = malloc(sizeof *entry);
    assert(entry);
    entry->key = key;
    entry->value = value;
    entry->next = NULL;
    pthread_mutex_init(&entry->lock, NULL);
    return entry;
}

static link *bin_of(struct fine_hash_map *map, int key) { return &map->bin[(unsigned)key % map->bins]; }

/* The entry of the key, and the link to it; without an entry, the link at the end. */
static link *find(link *bin, int key, struct entry **found)
{
    link *at = bin;
    while ((*found = *at) && (*found)->key != key)
        at = &(*found)->next;
    return at;
}

/* The same, with the lock of the bin. NULL if the bin is empty. */
static link *lock_and_find(link *bin, int key, struct entry **found, struct entry **first)
{
    while ((*first = *bin)) {
        link *at = FAULTY(key) ? find(bin, key, found) : NULL;
        pthread_mutex_lock(&(*first)->lock);
        if (*bin == *first)
            return at ? at : find(bin, key, found);
        pthread_mutex_unlock(&(*first)->lock);
    }
    return NULL;
}

/* Puts the value into a bin that has entries. */
static int put_locked(link *at, struct entry *found, int key, int value)
{
    if (found)
        return atomic_exchange(&found->value, value);
    *at = new_entry(key, value);
    return 0;
}

int fine_hash_map_put(struct fine_hash_map *map, int key, int value)
{
    link *bin = bin_of(map, key);
    for (;;) {
        struct entry *found, *first;
        link *at = lock_and_find(bin, key, &found, &first);
        if (at) {
            int before = put_locked(at, found, key, value);
            pthread_mutex_unlock(&first->lock);
            return before;
        }
        struct entry *none = NULL, *entry = new_entry(key, value);
        if (atomic_compare_exchange_strong(bin, &none, entry))
            return 0;
        pthread_mutex_destroy(&entry->lock);
        free(entry);
    }
}

int fine_hash_map_remove(struct fine_hash_map *map, int key)
{
    struct entry *found, *first;
    link *at = lock_and_find(bin_of(map, key), key, &found, &first);
    if (!at)
        return 0;
    int before = 0;
    if (found) {
        before = found->value;
        *at = (struct entry *)found->next;
    }
    pthread_mutex_unlock(&first->lock);
    return before;
}

int fine_hash_map_get(struct fine_hash_map *map, int key)
{
    struct entry *found;
    find(bin_of(map, key), key, &found);
    return found ? found->value : 0;
}

bool fine_hash_map_contains_value(struct fine_hash_map *map, int value)
{
    for (unsigned i = 0; i < map->bins; i++) {
        for (struct entry *entry = map->bin[i]; entry; entry = entry->next) {
            if (entry->value == value)
                return true;
        }
    }
    return false;
}
