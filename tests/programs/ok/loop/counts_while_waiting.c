// expect: verified
// options:
// options: -DLATE
// A thread that counts while it waits comes to its first state only after many rounds. Others are asked before that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *waiter(void *unused)
{
    volatile unsigned char rounds = 0;
    while (!atomic_load(&ready))
        rounds++;
    assert(data == 5);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
#ifdef LATE
    for (volatile int i = 0; i < 20000; i++)
        ;
#endif
    data = 5;
    atomic_store(&ready, 1);
    pthread_join(t, NULL);
    return 0;
}
