/* Threads append to one list; in the end it must have all elements.
 *
 * append walks to the last node without a lock, makes the new node under the list's lock, and hangs it behind the last one when the lock
 * is given up already: the critical section is one statement too short. Two threads that have found the same last node overwrite each
 * other's. */
#include <assert.h>
#include <stdlib.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef BUILDERS
#define BUILDERS 2
#endif
#ifndef ELEMENTS
#define ELEMENTS 6
#endif

struct node {
    struct monitor monitor;
    int            element;
    struct node   *next;
};

struct list {
    struct monitor monitor;
    struct node   *header;
};

static struct list list;

static struct node *node_new(int element, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    assert(n);
    monitor_init(&n->monitor);
    monitor_enter(&n->monitor);
    n->element = element;
    n->next = next;
    monitor_exit(&n->monitor);
    return n;
}

static struct node *last_of(struct list *l)
{
    struct node *n = l->header;
    while (n->next)
        n = n->next;
    return n;
}

#ifdef FIXED
static void append(struct list *l, int element)
{
    monitor_enter(&l->monitor);
    struct node *last = last_of(l);
    last->next = node_new(element, last->next);
    monitor_exit(&l->monitor);
}
#else
static void append(struct list *l, int element)
{
    struct node *last = last_of(l);
    monitor_enter(&l->monitor);
    struct node *n = node_new(element, last->next);
    monitor_exit(&l->monitor);
    last->next = n;
}
#endif

static int length(const struct list *l)
{
    int n = 0;
    for (const struct node *p = l->header->next; p; p = p->next)
        n++;
    return n;
}

static void clear(struct list *l)
{
    while (l->header) {
        struct node *n = l->header;
        l->header = n->next;
        free(n);
    }
}

static void *builder(void *number)
{
    int first = (int)(long)number * ELEMENTS;
    thread_starts();
    for (int i = 0; i < ELEMENTS; i++)
        append(&list, first + i);
    return NULL;
}

int main(void)
{
    pthread_t thread[BUILDERS];
    monitor_init(&list.monitor);
    list.header = node_new(-1, NULL);
    for (long i = 0; i < BUILDERS; i++)
        pthread_create(&thread[i], NULL, builder, (void *)i);
    for (int i = 0; i < BUILDERS; i++)
        pthread_join(thread[i], NULL);
    assert(length(&list) == BUILDERS * ELEMENTS); /* BUG: elements are lost */
    clear(&list);
    return 0;
}
