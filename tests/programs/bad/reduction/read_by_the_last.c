// options: --match=read
// expect: bug assertion "last != 1"
// What is left in a variable is read when all others have been joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

static void *store(void *value)
{
    atomic_store(&last, (int)(long)value);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, store, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(last != 1); // BUG HERE
    return 0;
}
