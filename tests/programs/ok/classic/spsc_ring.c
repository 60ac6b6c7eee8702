// expect: verified
// Lamport's ring buffer for one producer and one consumer: only two indices, no lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2, ITEMS = 3 };
static atomic_uint head, tail;
static int slot[SIZE];

static void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned at = atomic_load(&tail);
        while (at - atomic_load(&head) == SIZE)
            ;
        slot[at % SIZE] = i;
        atomic_store(&tail, at + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        unsigned at = atomic_load(&head);
        while (at == atomic_load(&tail))
            ;
        assert(slot[at % SIZE] == i);
        atomic_store(&head, at + 1);
    }
    pthread_join(t, NULL);
    return 0;
}
