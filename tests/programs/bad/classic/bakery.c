// expect: bug assertion "inside == 1"
// The bakery without the `choosing` flags.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number[2], inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&number[me], atomic_load(&number[other]) + 1);
    for (;;) {
        int theirs = atomic_load(&number[other]), mine = atomic_load(&number[me]);
        if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
            break;
    }
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    atomic_store(&number[me], 0);
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
