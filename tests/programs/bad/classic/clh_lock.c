// expect: bug assertion "counter == 3"
// The CLH lock whose owner resets the tail when it leaves, to use its node again: as if nobody had queued up behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { atomic_int busy; };
static struct node node[2], nobody;
static _Atomic(struct node *) tail = &nobody;
static int counter;

static void lock_and_count(struct node *me)
{
    atomic_store(&me->busy, 1);
    struct node *before = atomic_exchange(&tail, me);
    while (atomic_load(&before->busy))
        ;
    counter++;
    atomic_store(&me->busy, 0);
    atomic_store(&tail, &nobody);
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
    lock_and_count(&node[0]);
    pthread_join(t, NULL);
    assert(counter == 3); // BUG HERE
    return 0;
}
