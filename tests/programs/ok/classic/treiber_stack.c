// expect: verified
// Treiber's stack (1986) on nodes that are not used again: two threads push and pop, nothing is lost or doubled.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; atomic_int taken; };
static struct node pool[2];
static _Atomic(struct node *) top;

static void push(struct node *n)
{
    struct node *old = atomic_load(&top);
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    return n;
}

static void *work(void *node)
{
    push(node);
    struct node *n = pop();
    assert(n && atomic_fetch_add(&n->taken, 1) == 0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &pool[0]);
    work(&pool[1]);
    pthread_join(t, NULL);
    assert(atomic_load(&top) == NULL);
    return 0;
}
