// expect: bug memory "free"
// Shape: Apache httpd bug 21287 (mod_mem_cache, Lu et al.): decrement and test of a reference count are two operations, so an
// object is freed twice.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache_object { atomic_int refcount; int complete; };
static void *storage;
static struct cache_object obj = {2, 1};

static void decrement_refcount(void)
{
    if (!obj.complete)
        return;
    atomic_fetch_sub(&obj.refcount, 1);
    if (!atomic_load(&obj.refcount))
        free(storage); // BUG HERE
}

static void *server(void *unused)
{
    decrement_refcount();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    storage = malloc(24);
    pthread_create(&a, NULL, server, NULL);
    pthread_create(&b, NULL, server, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
