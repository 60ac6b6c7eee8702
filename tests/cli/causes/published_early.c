/* A node that others can reach before it has its value. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static _Atomic(struct node *) head;
static void *publish(void *p)
{
    struct node *n = calloc(1, sizeof *n);
    atomic_store(&head, n);
    n->value = 42;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, publish, 0);
    struct node *n = atomic_load(&head);
    if (n)
        assert(n->value == 42);
    pthread_join(t, 0);
    return 0;
}
