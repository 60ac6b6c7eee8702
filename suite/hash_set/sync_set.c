/* The synchronized wrapper around a raw set (sync_set.h says what is wrong with it). */
#include "sync_set.h"
#include "raw_set.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct sync_set {
    pthread_mutex_t mutex; /* recursive, as a monitor is */
    struct raw_set *raw;
};

struct sync_set *sync_set_create(void)
{
    struct sync_set *set = malloc(sizeof *set);
    assert(set);
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&set->mutex, &recursive);
    pthread_mutexattr_destroy(&recursive);
    set->raw = raw_set_create();
    return set;
}

void sync_set_destroy(struct sync_set *set)
{
    raw_set_destroy(set->raw);
    pthread_mutex_destroy(&set->mutex);
    free(set);
}

void sync_set_lock(struct sync_set *set) { pthread_mutex_lock(&set->mutex); }
void sync_set_unlock(struct sync_set *set) { pthread_mutex_unlock(&set->mutex); }

/* What an operation of a set with another one as its argument holds. */
static void lock_both(struct sync_set *set, struct sync_set *other)
{
#ifdef FIXED
    bool in_order = (uintptr_t)set < (uintptr_t)other;
    sync_set_lock(in_order ? set : other);
    sync_set_lock(in_order ? other : set);
#else
    (void)other;
    sync_set_lock(set);
#endif
}

static void unlock_both(struct sync_set *set, struct sync_set *other)
{
#ifdef FIXED
    sync_set_unlock(other);
#else
    (void)other;
#endif
    sync_set_unlock(set);
}

bool sync_set_add(struct sync_set *set, int element)
{
    sync_set_lock(set);
    bool changed = raw_set_add(set->raw, element);
    sync_set_unlock(set);
    return changed;
}

bool sync_set_remove(struct sync_set *set, int element)
{
    sync_set_lock(set);
    bool changed = raw_set_remove(set->raw, element);
    sync_set_unlock(set);
    return changed;
}

bool sync_set_contains(struct sync_set *set, int element)
{
    sync_set_lock(set);
    bool answer = raw_set_contains(set->raw, element);
    sync_set_unlock(set);
    return answer;
}

void sync_set_clear(struct sync_set *set)
{
    sync_set_lock(set);
    raw_set_clear(set->raw);
    sync_set_unlock(set);
}

int sync_set_size(struct sync_set *set)
{
    sync_set_lock(set);
    int size = raw_set_size(set->raw);
    sync_set_unlock(set);
    return size;
}

bool sync_set_is_empty(struct sync_set *set) { return sync_set_size(set) == 0; }

int sync_set_to_array(struct sync_set *set, int *array, int room)
{
    int stored = 0;
    sync_set_lock(set);
    for (struct iterator it = sync_set_iterator(set); stored < room && iterator_has_next(&it);)
        array[stored++] = iterator_next(&it);
    sync_set_unlock(set);
    return stored;
}

struct iterator sync_set_iterator(struct sync_set *set)
{
    struct iterator it = {.set = set, .changes = raw_set_changes(set->raw)};
    it.next = raw_set_first(set->raw);
    return it;
}

bool iterator_has_next(const struct iterator *it) { return it->next != NULL; }

int iterator_next(struct iterator *it)
{
    assert(it->changes == raw_set_changes(it->set->raw)); /* BUG: concurrent modification */
    const struct raw_entry *entry = it->next;
    it->next = raw_set_next(it->set->raw, entry);
    return raw_set_element(entry);
}

void iterator_remove(struct iterator *it, int element)
{
    raw_set_remove(it->set->raw, element);
    it->changes = raw_set_changes(it->set->raw);
}

bool sync_set_add_all(struct sync_set *set, struct sync_set *other)
{
    bool changed = false;
    lock_both(set, other);
    for (struct iterator it = sync_set_iterator(other); iterator_has_next(&it);)
        changed |= raw_set_add(set->raw, iterator_next(&it));
    unlock_both(set, other);
    return changed;
}

static bool contains_all(const struct sync_set *set, struct sync_set *other)
{
    for (struct iterator it = sync_set_iterator(other); iterator_has_next(&it);) {
        if (!raw_set_contains(set->raw, iterator_next(&it)))
            return false;
    }
    return true;
}

bool sync_set_contains_all(struct sync_set *set, struct sync_set *other)
{
    lock_both(set, other);
    bool answer = contains_all(set, other);
    unlock_both(set, other);
    return answer;
}

bool sync_set_equals(struct sync_set *set, struct sync_set *other)
{
    lock_both(set, other);
    bool answer = sync_set_size(other) == raw_set_size(set->raw) && contains_all(set, other);
    unlock_both(set, other);
    return answer;
}

/* Keeps the elements that the other set contains, or those that it does not. */
static bool keep(struct sync_set *set, struct sync_set *other, bool contained)
{
    bool changed = false;
    for (struct iterator it = sync_set_iterator(set); iterator_has_next(&it);) {
        int element = iterator_next(&it);
        if (sync_set_contains(other, element) == contained)
            continue;
        iterator_remove(&it, element);
        changed = true;
    }
    return changed;
}

bool sync_set_retain_all(struct sync_set *set, struct sync_set *other)
{
    lock_both(set, other);
    bool changed = keep(set, other, true);
    unlock_both(set, other);
    return changed;
}

/* Walks over the smaller of the two. */
bool sync_set_remove_all(struct sync_set *set, struct sync_set *other)
{
    bool changed = false;
    lock_both(set, other);
    if (raw_set_size(set->raw) > sync_set_size(other)) {
        for (struct iterator it = sync_set_iterator(other); iterator_has_next(&it);)
            changed |= raw_set_remove(set->raw, iterator_next(&it));
    } else {
        changed = keep(set, other, false);
    }
    unlock_both(set, other);
    return changed;
}
