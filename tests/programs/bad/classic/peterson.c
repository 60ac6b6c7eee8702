// expect: bug assertion "inside == 1"
// Peterson's algorithm with the first two stores exchanged.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&turn, other);
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
        ;
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)1L);
    work((void *)0L);
    pthread_join(t, NULL);
    return 0;
}
