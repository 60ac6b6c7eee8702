// expect: verified
// Thread-specific data: every thread has its own value, and destructors run at its end, but not for NULL.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key, unset;
static atomic_int destroyed;

static void destroy(void *value)
{
    assert(*(int *)value > 0);
    free(value);
    atomic_fetch_add(&destroyed, 1);
}

static void *work(void *number)
{
    assert(pthread_getspecific(key) == NULL);
    int *mine = malloc(sizeof *mine);
    *mine = (int)(long)number;
    assert(pthread_setspecific(key, mine) == 0);
    assert(*(int *)pthread_getspecific(key) == (int)(long)number);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    assert(pthread_key_create(&key, destroy) == 0);
    assert(pthread_key_create(&unset, destroy) == 0);
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&destroyed) == 2);
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_key_delete(unset) == 0 && pthread_key_delete(key) == 0);
    return 0;
}
