// expect: bug assertion "counter == 3"
// The CLH lock with a node that its owner uses again at once instead of taking its predecessor's: a waiter can miss the
// moment in which it was free... and be overtaken; here the second round starts before the waiter has looked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { atomic_int busy; };
static struct node node[3];
static _Atomic(struct node *) tail = &node[2];
static int counter;

static void lock_and_count(struct node *me)
{
    atomic_store(&me->busy, 1);
    struct node *before = atomic_exchange(&tail, me);
    while (before != me && atomic_load(&before->busy))
        ;
    counter++;
    atomic_store(&me->busy, 0);
}

static void *work(void *argument)
{
    lock_and_count(argument);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &node[1]);
    lock_and_count(&node[0]);
    atomic_store(&tail, &node[2]);
    lock_and_count(&node[0]);
    pthread_join(t, NULL);
    assert(counter == 3); // BUG HERE
    return 0;
}
