// expect: verified
// ends: 3
// Message passing: flag seen means data seen; (flag, data) is (0,0), (0,1) or (1,1).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;
static int saw_flag, saw_data;

static void *sender(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *receiver(void *unused)
{
    saw_flag = atomic_load_explicit(&flag, memory_order_acquire);
    saw_data = atomic_load_explicit(&data, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!saw_flag || saw_data);
    return 0;
}
