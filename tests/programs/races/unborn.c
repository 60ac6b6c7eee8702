// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// When the write has been made nobody who is there comes to the data any more, but a thread that one of them creates then does.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int written;
int data;

static void *writing(void *unused)
{
    data = 1; // RACE
    atomic_store_explicit(&written, 1, memory_order_relaxed);
    return unused;
}

static void *reading(void *unused)
{
    (void)*(volatile int *)&data; // RACE
    return unused;
}

static void *creating(void *unused)
{
    pthread_t child;
    if (atomic_load_explicit(&written, memory_order_relaxed)) {
        pthread_create(&child, NULL, reading, NULL);
        pthread_join(child, NULL);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, writing, NULL);
    pthread_create(&t[1], NULL, creating, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
