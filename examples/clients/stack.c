/* stack.c - pop frees a node that another pop may be about to read; with -DFIXED nodes are kept until the stack is freed. */
#include "stack.h"

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next, *older;
    int value;
};

struct stack {
    _Atomic(struct node *) top, all;
};

struct stack *stack_new(void)
{
    return calloc(1, sizeof(struct stack));
}

void stack_free(struct stack *s)
{
#ifdef FIXED
    struct node *older;
    for (struct node *n = s->all; n; n = older) {
        older = n->older;
        free(n);
    }
#endif
    free(s);
}

bool stack_push(struct stack *s, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
#ifdef FIXED
    n->older = s->all;
    while (!atomic_compare_exchange_strong(&s->all, &n->older, n))
        ;
#endif
    n->next = s->top;
    while (!atomic_compare_exchange_strong(&s->top, &n->next, n))
        ;
    return true;
}

bool stack_pop(struct stack *s, int *value)
{
    struct node *n = s->top;
    while (n && !atomic_compare_exchange_strong(&s->top, &n, n->next))
        ;
    if (!n)
        return false;
    *value = n->value;
#ifndef FIXED
    free(n);
#endif
    return true;
}
