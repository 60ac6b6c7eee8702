// expect: bug assertion "sum == 3"
// The queue whose enqueue stores `next` instead of swapping it in: of two at the same end one is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { _Atomic(struct node *) next; int value; };
static struct node pool[3];
static _Atomic(struct node *) tail = &pool[0];

static void enqueue(struct node *n)
{
    struct node *last = atomic_load(&tail);
    atomic_store(&last->next, n);
    atomic_compare_exchange_strong(&tail, &last, n);
}

static void *producer(void *unused)
{
    pool[1].value = 1;
    enqueue(&pool[1]);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    pool[2].value = 2;
    enqueue(&pool[2]);
    pthread_join(t, NULL);
    int sum = 0;
    for (struct node *n = atomic_load(&pool[0].next); n; n = atomic_load(&n->next))
        sum += n->value;
    assert(sum == 3); // BUG HERE
    return 0;
}
