// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// Two ways lead to one state, on which the reader knows different things: on the shorter one it has acquired the flag and knows of the
// write, on the longer one it does not. The other reader, always ordered, keeps the write of interest.
#include <pthread.h>

#define GET(x, order) __atomic_load_n(&x, __ATOMIC_##order)
#define PUT(x, order) __atomic_store_n(&x, 1, __ATOMIC_##order)

static int go, flag, ready, data;

static void *first(void *unused)
{
    data = 1; // RACE
    PUT(go, RELAXED);
    PUT(flag, RELEASE);
    PUT(ready, RELAXED);
    return unused;
}

static void *second(void *unused)
{
    if (!GET(go, RELAXED))
        return unused;
    if (!GET(flag, ACQUIRE)) {
        GET(go, RELAXED);
        GET(go, RELAXED);
        GET(go, RELAXED);
    }
    if (GET(ready, RELAXED))
        (void)*(volatile int *)&data; // RACE
    return unused;
}

static void *third(void *unused)
{
    while (!GET(ready, RELAXED))
        ;
    if (GET(flag, ACQUIRE))
        (void)*(volatile int *)&data;
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
