// expect: verified
// options: --livelock
// A spin loop is no livelock: in every fair run the other thread sets the flag.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waiter(void *unused)
{
    while (!atomic_load(&flag))
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&flag, 1);
    pthread_join(t, NULL);
    return 0;
}
