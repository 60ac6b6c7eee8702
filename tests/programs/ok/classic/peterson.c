// expect: verified
// Peterson's mutual exclusion (1981), sequentially consistent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (int i = 0; i < 2; i++) {
        atomic_store(&wants[me], 1);
        atomic_store(&turn, other);
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            ;
        assert(++inside == 1);
        inside--;
        atomic_store(&wants[me], 0);
    }
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
