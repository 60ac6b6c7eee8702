/* A cache that gives out entries without holding them: eviction frees one that is still read. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
    struct entry *older;
    int           key, value;
};

static struct {
    pthread_mutex_t lock;
    struct entry   *newest;
    int             used;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct entry *cache_get(int key)
{
    pthread_mutex_lock(&cache.lock);
    struct entry *e = cache.newest;
    while (e && e->key != key)
        e = e->older;
    pthread_mutex_unlock(&cache.lock);
    return e;
}

static void evict(void)
{
    struct entry **last = &cache.newest;
    while ((*last)->older)
        last = &(*last)->older;
    free(*last);
    *last = NULL;
    cache.used--;
}

static void cache_put(int key, int value)
{
    struct entry *e = malloc(sizeof *e);
    pthread_mutex_lock(&cache.lock);
    if (cache.used == 1)
        evict();
    *e = (struct entry){.older = cache.newest, .key = key, .value = value};
    cache.newest = e;
    cache.used++;
    pthread_mutex_unlock(&cache.lock);
}

static void *reader(void *sum)
{
    struct entry *e = cache_get(1);
    if (e)
        *(int *)sum += e->value;
    return NULL;
}

int main(void)
{
    int sum = 0;
    pthread_t thread;
    cache_put(1, 10);
    pthread_create(&thread, NULL, reader, &sum);
    cache_put(2, 20);
    pthread_join(thread, NULL);
    return 0;
}
