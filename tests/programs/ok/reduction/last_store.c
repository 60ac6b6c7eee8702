// options: --match=read
// expect: verified
// Of stores that nobody reads only the last one counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *store(void *value)
{
    atomic_store(&x, (int)(long)value);
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, store, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(x > 0);
    return 0;
}
