// expect: verified
// The queue lock of Mellor-Crummey and Scott (1991).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct waiter { _Atomic(struct waiter *) next; atomic_int locked; };
static _Atomic(struct waiter *) tail;
static int counter;

static void acquire(struct waiter *me)
{
    atomic_store(&me->next, NULL);
    struct waiter *before = atomic_exchange(&tail, me);
    if (!before)
        return;
    atomic_store(&me->locked, 1);
    atomic_store(&before->next, me);
    while (atomic_load(&me->locked))
        ;
}

static void release(struct waiter *me)
{
    struct waiter *expected = me;
    if (!atomic_load(&me->next)) {
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (!atomic_load(&me->next))
            ;
    }
    atomic_store(&atomic_load(&me->next)->locked, 0);
}

static void *work(void *unused)
{
    struct waiter me = {NULL, 0};
    acquire(&me);
    counter++;
    release(&me);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
