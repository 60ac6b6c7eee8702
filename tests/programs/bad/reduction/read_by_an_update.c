// options: --match=read
// expect: bug assertion "before != 1"
// An update reads what it overwrites.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *store(void *value)
{
    atomic_store(&x, (int)(long)value);
    return NULL;
}

static void *take(void *unused)
{
    int before = atomic_exchange(&x, 3);
    assert(before != 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, store, (void *)1);
    pthread_create(&t[1], NULL, store, (void *)2);
    pthread_create(&t[2], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
