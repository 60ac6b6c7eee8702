// expect: bug assertion "inside == 1"
// Szymanski's algorithm where the second thread does not wait for the first one to leave.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], inside;

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
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
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
