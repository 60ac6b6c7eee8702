// expect: bug livelock
// options: --livelock
// Two threads step back for each other, at the same time, for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];

static void *work(void *argument)
{
    int me = (int)(long)argument;
    for (;;) {
        atomic_store(&wants[me], 1);
        if (!atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
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
