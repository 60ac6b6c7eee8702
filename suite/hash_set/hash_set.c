/* A hash table with chains as a raw set. It does not grow. */
#include "raw_set.h"

#include <assert.h>
#include <stdlib.h>

#ifndef BUCKETS
#define BUCKETS 16
#endif

struct raw_entry {
    int               element;
    struct raw_entry *next;    /* in its bucket */
    struct raw_entry *removed; /* in the list of those that are removed */
};

struct raw_set {
    struct raw_entry *bucket[BUCKETS];
    int               size, changes;
    struct raw_entry *removed;
};

struct raw_set *raw_set_create(void)
{
    struct raw_set *set = calloc(1, sizeof *set);
    assert(set);
    return set;
}

static unsigned bucket_of(int element)
{
    unsigned hash = (unsigned)element * 2654435769u;
    return (hash >> 16) % BUCKETS;
}

/* Where the entry hangs, or would hang. */
static struct raw_entry **find(struct raw_set *set, int element)
{
    struct raw_entry **at = &set->bucket[bucket_of(element)];
    while (*at && (*at)->element != element)
        at = &(*at)->next;
    return at;
}

bool raw_set_add(struct raw_set *set, int element)
{
    struct raw_entry **at = find(set, element);
    if (*at)
        return false;
    struct raw_entry *entry = calloc(1, sizeof *entry);
    assert(entry);
    entry->element = element;
    *at = entry;
    set->size++;
    set->changes++;
    return true;
}

static void unlink_entry(struct raw_set *set, struct raw_entry **at)
{
    struct raw_entry *entry = *at;
    *at = entry->next;
    entry->removed = set->removed;
    set->removed = entry;
    set->size--;
}

bool raw_set_remove(struct raw_set *set, int element)
{
    struct raw_entry **at = find(set, element);
    if (!*at)
        return false;
    unlink_entry(set, at);
    set->changes++;
    return true;
}

bool raw_set_contains(struct raw_set *set, int element) { return *find(set, element) != NULL; }

void raw_set_clear(struct raw_set *set)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (set->bucket[i])
            unlink_entry(set, &set->bucket[i]);
    }
    set->changes++;
}

void raw_set_destroy(struct raw_set *set)
{
    raw_set_clear(set);
    while (set->removed) {
        struct raw_entry *entry = set->removed;
        set->removed = entry->removed;
        free(entry);
    }
    free(set);
}

int raw_set_size(const struct raw_set *set) { return set->size; }
int raw_set_changes(const struct raw_set *set) { return set->changes; }

static const struct raw_entry *first_from(const struct raw_set *set, unsigned i)
{
    for (; i < BUCKETS; i++) {
        if (set->bucket[i])
            return set->bucket[i];
    }
    return NULL;
}

const struct raw_entry *raw_set_first(const struct raw_set *set) { return first_from(set, 0); }

const struct raw_entry *raw_set_next(const struct raw_set *set, const struct raw_entry *entry)
{
    return entry->next ? entry->next : first_from(set, bucket_of(entry->element) + 1);
}

int raw_set_element(const struct raw_entry *entry) { return entry->element; }
