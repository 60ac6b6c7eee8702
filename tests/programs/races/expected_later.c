// expect: verified
// races: 1
// A compare-exchange writes what it expects if it fails: here if another thread came first, which nothing shows before.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int object;
int zero;

static void *exchanging(void *unused)
{
    atomic_compare_exchange_strong(&object, &zero, 1); // RACE
    return unused;
}

static void *storing(void *unused)
{
    atomic_store(&object, 2);
    return unused;
}

static void *reading(void *unused)
{
    (void)*(volatile int *)&zero; // RACE
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, exchanging, NULL);
    pthread_create(&t[1], NULL, storing, NULL);
    pthread_create(&t[2], NULL, reading, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
