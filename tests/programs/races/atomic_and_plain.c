// expect: verified
// races: 1
// An atomic access and a plain one race like two plain ones.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *first(void *unused)
{
    atomic_store(&value, 1); // RACE
    return unused;
}

static void *second(void *unused)
{
    unused = *(volatile int *)&value ? NULL : unused; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
