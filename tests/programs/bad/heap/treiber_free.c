// expect: bug memory "free"
// options: --memory-checks=off
// A Treiber stack whose users free the nodes they popped: the block comes back at the same address (ABA), a slow pop then
// succeeds with a stale `next` and puts a node on the stack that somebody else owns and frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; };
static _Atomic(struct node *) top;

static void push(struct node *n)
{
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
}

static struct node *pop(void)
{
    struct node *n = atomic_load(&top);
    while (n) {
        struct node *next = n->next;
        if (atomic_compare_exchange_strong(&top, &n, next))
            break;
    }
    return n;
}

static void *slow(void *unused)
{
    free(pop()); // OR HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    push(malloc(sizeof(struct node)));
    push(malloc(sizeof(struct node)));
    pthread_create(&t, NULL, slow, NULL);
    struct node *first = pop(), *second = pop();
    free(first);
    push(malloc(sizeof(struct node)));
    free(second); // OR HERE
    pthread_join(t, NULL);
    for (struct node *n; (n = pop());)
        free(n); // BUG HERE
    return 0;
}
