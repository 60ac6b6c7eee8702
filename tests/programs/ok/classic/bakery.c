// expect: verified
// Lamport's bakery for two threads, one round each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];
static int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&choosing[me], 1);
    atomic_store(&number[me], atomic_load(&number[other]) + 1);
    atomic_store(&choosing[me], 0);
    while (atomic_load(&choosing[other]))
        ;
    for (;;) {
        int theirs = atomic_load(&number[other]), mine = atomic_load(&number[me]);
        if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
            break;
    }
    assert(++inside == 1);
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
