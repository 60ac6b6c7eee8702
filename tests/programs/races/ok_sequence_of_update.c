// expect: verified
// An update that releases heads a release sequence, and a later store of its thread goes on with it.
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
int data;

static void *giving(void *unused)
{
    data = 1;
    atomic_fetch_add_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

static void *taking(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        (void)*(volatile int *)&data;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, giving, NULL);
    pthread_create(&t[1], NULL, taking, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
