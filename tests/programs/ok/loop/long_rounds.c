// expect: verified
// leftovers
// A round of the loop that waits is longer than what is looked at first: a back-off that computes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void back_off(void)
{
    volatile int pause[200];
    for (int i = 0; i < 200; i++)
        pause[i] = i;
}

static void *waiter(void *unused)
{
    while (!atomic_load(&ready))
        back_off();
    assert(data == 5);
    return unused;
}

static void *nobody(void *unused)
{
    while (!atomic_load(&ready))
        back_off();
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, nobody, NULL);
    data = 5;
    atomic_store(&ready, 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
