/* treiber.c - a stack whose orders are named in several ways. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *n)
{
    struct node *old = atomic_load_explicit(&top, memory_order_seq_cst);
    do
        n->next = old;
    while (!atomic_compare_exchange_strong_explicit(&top, &old, n, memory_order_seq_cst, memory_order_seq_cst));
}

static struct node *pop(void)
{
    struct node *n = __atomic_load_n((struct node **)&top, __ATOMIC_SEQ_CST);
    while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next,
                                                         memory_order_acq_rel, memory_order_acquire))
        ;
    return n;
}

static void *pusher(void *p)
{
    for (int i = 0; i < 2; i++) {
        nodes[i].value = i + 1;
        push(&nodes[i]);
    }
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, pusher, 0);
    struct node *n = pop();
    assert(!n || n->value > 0);
    pthread_join(t, 0);
    return 0;
}
