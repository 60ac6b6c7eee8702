/* treiber.c - a stack: Treiber, 1986. Nodes are not used again. */
#include "weak.h"

struct node {
    struct node *next;
    int          value;
};

static struct node nodes[THREADS][ROUNDS];
static struct node *_Atomic top;

static void push(struct node *n)
{
    struct node *old = load(&top, relaxed);
    do
        n->next = old;
    while (!cas(&top, &old, n, NEEDED(release), relaxed));
}

static int pop(void)
{
    struct node *old = load(&top, acquire);
    while (old && !cas(&top, &old, old->next, acquire, acquire))
        ;
    return old ? old->value : 0;
}

static void work(int number)
{
    for (int i = 0; i < ROUNDS; i++) {
        nodes[number][i].value = 1;
        push(&nodes[number][i]);
        assert(pop() == 1);
    }
}

int main(void)
{
    run_all();
}
