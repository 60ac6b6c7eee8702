/* memcached: two threads take and give back objects of one cache that holds one free object. */
#include <assert.h>
#include <pthread.h>

#include "cache.h"

static cache_t *cache;

static void *use(void *value)
{
    for (int i = 0; i < 2; i++) {
        int *object = cache_alloc(cache);
        assert(object);
        *object = *(int *)value;
        assert(*object == *(int *)value);
        cache_free(cache, object);
    }
    return NULL;
}

int main(void)
{
    static int one = 1, two = 2;
    pthread_t thread;
    cache = cache_create("objects", sizeof(long), sizeof(long));
    assert(cache);
    pthread_create(&thread, NULL, use, &one);
    use(&two);
    pthread_join(thread, NULL);
    cache_destroy(cache);
    return 0;
}
