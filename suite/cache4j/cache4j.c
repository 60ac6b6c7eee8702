/* A cache of objects that several threads get from and put into, with eviction of what was not used for longest.
 *
 * The cache's monitor guards the map of entries, the list of entries by their last use, and the memory in use. An entry belongs to one
 * thread at a time: a thread that gets a key for which there is nothing keeps the entry until it has put something there. The bug: when
 * put replaces something by an object of another size, it adds the difference to the memory in use without the monitor; another thread may
 * do so at the same time. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 4
#endif
#ifndef KEYS
#define KEYS 10
#endif
#ifndef MAX_OBJECTS
#define MAX_OBJECTS 1000
#endif

enum { SIZE_OF_AN_OBJECT = 16, NOBODY = -1 };

struct entry {
    struct monitor monitor;
    int            key, owner; /* owner: a thread's number */
    bool           created, filled, listed;
    int            object, size;
    long           accesses, last_access, identity;
    struct entry  *later; /* in the list by last use */
};

struct statistics {
    struct monitor monitor;
    long           hits, misses, puts;
};

struct cache {
    struct monitor    monitor;
    struct entry      map[KEYS];
    struct entry     *oldest;
    int               filled;
    long              memory_size;
    struct statistics statistics;
};

static struct cache cache;
static struct {
    struct monitor monitor;
    long           last;
} identities; /* of entries: a static counter */

static _Thread_local struct entry *kept; /* what get has left to the put that follows */
static _Thread_local int self;

/* --- entries ---------------------------------------------------------------------------------------------------------------- */

static void entry_lock(struct entry *e)
{
    monitor_enter(&e->monitor);
    while (e->owner != NOBODY && e->owner != self)
        monitor_wait(&e->monitor);
    e->owner = self;
    monitor_exit(&e->monitor);
}

static void entry_unlock(struct entry *e)
{
    monitor_enter(&e->monitor);
    e->owner = NOBODY;
    monitor_notify(&e->monitor);
    monitor_exit(&e->monitor);
}

static long new_identity(void)
{
    monitor_enter(&identities.monitor);
    long identity = ++identities.last;
    monitor_exit(&identities.monitor);
    return identity;
}

static struct entry *find_or_create(struct cache *c, int key)
{
    struct entry *e = &c->map[key];
    monitor_enter(&c->monitor);
    if (!e->created) {
        e->created = true;
        e->key = key;
        e->identity = new_identity();
    }
    monitor_exit(&c->monitor);
    return e;
}

/* --- the list by last use --------------------------------------------------------------------------------------------------- */

static bool is_before(const struct entry *a, const struct entry *b)
{
    return a->last_access < b->last_access || (a->last_access == b->last_access && a->identity < b->identity);
}

static void list_add(struct cache *c, struct entry *e)
{
    monitor_enter(&c->monitor);
    struct entry **place = &c->oldest;
    while (*place && is_before(*place, e))
        place = &(*place)->later;
    e->later = *place;
    *place = e;
    e->listed = true;
    monitor_exit(&c->monitor);
}

static void list_remove(struct cache *c, struct entry *e)
{
    monitor_enter(&c->monitor);
    if (e->listed) {
        struct entry **place = &c->oldest;
        while (*place != e)
            place = &(*place)->later;
        *place = e->later;
        e->later = NULL;
        e->listed = false;
    }
    monitor_exit(&c->monitor);
}

/* --- statistics ------------------------------------------------------------------------------------------------------------- */

static void count(struct cache *c, long *counter)
{
    monitor_enter(&c->statistics.monitor);
    ++*counter;
    monitor_exit(&c->statistics.monitor);
}

/* --- the cache -------------------------------------------------------------------------------------------------------------- */

/* The entry holds nothing any more, and its memory is free again. */
static void clear(struct cache *c, struct entry *e)
{
    monitor_enter(&c->monitor);
    c->memory_size -= e->size;
    c->filled--;
    monitor_exit(&c->monitor);
    e->filled = false;
    e->size = 0;
    e->accesses = 0;
}

static void evict_if_full(struct cache *c)
{
    monitor_enter(&c->monitor);
    bool full = c->filled >= MAX_OBJECTS;
    struct entry *victim = full ? c->oldest : NULL;
    monitor_exit(&c->monitor);
    if (!victim)
        return;
    entry_lock(victim);
    list_remove(c, victim);
    clear(c, victim);
    entry_unlock(victim);
}

static void account(struct cache *c, int more)
{
#ifdef FIXED
    monitor_enter(&c->monitor);
    c->memory_size += more;
    monitor_exit(&c->monitor);
#else
    c->memory_size += more;
#endif
}

/* The entry holds another object from now on. */
static void fill(struct cache *c, struct entry *e, int object, int size)
{
    monitor_enter(&c->monitor);
    if (!e->filled)
        c->filled++;
    monitor_exit(&c->monitor);
    if (size != e->size)
        account(c, size - e->size);
    e->filled = true;
    e->object = object;
    e->size = size;
    e->accesses = 0;
}

static bool get(struct cache *c, int key, int *object)
{
    struct entry *e = find_or_create(c, key);
    entry_lock(e);
    if (!e->filled) {
        kept = e; /* and it is this thread's until put */
        count(c, &c->statistics.misses);
        return false;
    }
    list_remove(c, e);
    e->accesses++;
    *object = e->object;
    list_add(c, e);
    entry_unlock(e);
    count(c, &c->statistics.hits);
    return true;
}

static void put(struct cache *c, int key, int object)
{
    evict_if_full(c);
    struct entry *e = kept && kept->key == key ? kept : find_or_create(c, key);
    kept = NULL;
    entry_lock(e);
    count(c, &c->statistics.puts);
    list_remove(c, e);
    fill(c, e, object, SIZE_OF_AN_OBJECT);
    list_add(c, e);
    entry_unlock(e);
}

/* --- the test --------------------------------------------------------------------------------------------------------------- */

/* Threads use the same keys but in the last round. */
static int key_of(int thread, int round) { return (round < ROUNDS - 1 ? round : ROUNDS + thread) % KEYS; }

static void *client(void *number)
{
    self = (int)(long)number;
    thread_starts();
    for (int i = 0; i < ROUNDS; i++) {
        int key = key_of(self, i), object;
        if (get(&cache, key, &object))
            assert(object == key);
        put(&cache, key, key);
    }
    return NULL;
}

static long memory_in_use(const struct cache *c)
{
    long size = 0;
    for (int i = 0; i < KEYS; i++)
        size += c->map[i].size;
    return size;
}

int main(void)
{
    pthread_t thread[THREADS];
    monitor_init(&cache.monitor);
    monitor_init(&cache.statistics.monitor);
    monitor_init(&identities.monitor);
    for (int i = 0; i < KEYS; i++) {
        monitor_init(&cache.map[i].monitor);
        cache.map[i].owner = NOBODY;
    }
    for (long i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, client, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert(cache.memory_size == memory_in_use(&cache)); /* BUG: the memory in use is miscounted */
    return 0;
}
