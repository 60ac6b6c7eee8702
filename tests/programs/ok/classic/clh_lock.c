// expect: verified
// The queue lock of Craig, Landin and Hagersten: each waits on its predecessor's node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { atomic_int busy; };
static struct node node[3];
static _Atomic(struct node *) tail = &node[2];
static int counter;

static void *work(void *argument)
{
    struct node *me = argument;
    atomic_store(&me->busy, 1);
    struct node *before = atomic_exchange(&tail, me);
    while (atomic_load(&before->busy))
        ;
    counter++;
    atomic_store(&me->busy, 0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &node[1]);
    work(&node[0]);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
