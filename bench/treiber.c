/* treiber.c - Treiber's stack: THREADS threads push ROUNDS nodes each and pop as many. Nodes are not used again, so that a
 * compare-and-swap never takes one for another. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

struct node { struct node *next; int popped; };
static struct node nodes[THREADS][ROUNDS];
static _Atomic(struct node *) top;

static void push(struct node *n)
{
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    return old;
}

static void *work(void *argument)
{
    long me = (long)argument;
    for (int i = 0; i < ROUNDS; i++)
        push(&nodes[me][i]);
    for (int i = 0; i < ROUNDS; i++) {
        struct node *n = pop();
        assert(n);
        n->popped++;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < ROUNDS; j++)
            assert(nodes[i][j].popped == 1);
    return 0;
}
