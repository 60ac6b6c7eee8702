/* ring.c - a ring for one producer and one consumer, with a fence that nobody needs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2 };
static atomic_uint head, tail;
static int slot[SLOTS];

static void put(int value)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_acquire);
    if (t - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
        return;
    slot[t % SLOTS] = value;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&tail, t + 1, memory_order_release);
}

static void *producer(void *p)
{
    for (int i = 1; i <= 3; i++)
        put(i);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 3; i++) {
        unsigned h = atomic_load_explicit(&head, memory_order_acquire);
        if (atomic_load_explicit(&tail, memory_order_acquire) == h)
            continue;
        assert(slot[h % SLOTS] > 0);
        atomic_store_explicit(&head, h + 1, memory_order_release);
    }
    pthread_join(t, 0);
    return 0;
}
