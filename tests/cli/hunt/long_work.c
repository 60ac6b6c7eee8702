/* long_work.c - a thread waits in a loop for another one that works for long at what nobody else uses. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done, sum[2];

static void *work(void *p)
{
    for (int i = 0; i < 20000; i++)
        atomic_fetch_add(&sum[0], i);
    atomic_store(&done, 1);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    while (!atomic_load(&done))
        atomic_fetch_add(&sum[1], 1);
    return pthread_join(t, 0);
}
