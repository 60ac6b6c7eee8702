// expect: verified
// Dekker's mutual exclusion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me)
                ;
            atomic_store(&wants[me], 1);
        }
    }
    assert(++inside == 1);
    inside--;
    atomic_store(&turn, other);
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
