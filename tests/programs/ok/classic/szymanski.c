// expect: verified
// Szymanski's waiting-room algorithm (1988), two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&flag[me], 1);
    while (atomic_load(&flag[other]) >= 3)
        ;
    atomic_store(&flag[me], 3);
    if (atomic_load(&flag[other]) == 1) {
        atomic_store(&flag[me], 2);
        while (atomic_load(&flag[other]) != 4)
            ;
    }
    atomic_store(&flag[me], 4);
    while (me == 1 && atomic_load(&flag[0]) >= 2)
        ;
    assert(++inside == 1);
    inside--;
    if (me == 0)
        for (int theirs = 2; theirs == 2 || theirs == 3;)
            theirs = atomic_load(&flag[1]);
    atomic_store(&flag[me], 0);
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
