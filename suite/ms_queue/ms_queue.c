/* A linked queue without locks (ms_queue.h). */
#include "ms_queue.h"
#include "../include/faulty.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { EMPTY = 0 };

struct node {
    _Atomic int            element;
    _Atomic(struct node *) next; /* never changes once it is set */
};

struct ms_queue {
    struct node           *first; /* of all that there ever were */
    _Atomic(struct node *) head;  /* all nodes before it are empty */
    _Atomic(struct node *) tail;  /* the last node, or one not far before it */
};

static struct node *new_node(int element)
{
    struct node *node = malloc(sizeof *node);
    assert(node);
    node->element = element;
    node->next = NULL;
    return node;
}

struct ms_queue *ms_queue_create(void)
{
    struct ms_queue *queue = malloc(sizeof *queue);
    assert(queue);
    queue->first = new_node(EMPTY);
    queue->head = queue->first;
    queue->tail = queue->first;
    return queue;
}

void ms_queue_destroy(struct ms_queue *queue)
{
    for (struct node *node = queue->first, *next; node; node = next) {
        next = node->next;
        free(node);
    }
    free(queue);
}

static bool change(_Atomic(struct node *) *pointer, struct node *from, struct node *to)
{
    return atomic_compare_exchange_strong(pointer, &from, to);
}

static bool link_node(struct node *last, struct node *node, bool faulty)
{
    if (!faulty)
        return change(&last->next, NULL, node);
    if (last->next)
        return false;
    last->next = node;
    return true;
}

bool ms_queue_offer(struct ms_queue *queue, int element)
{
    struct node *node = new_node(element);
    for (;;) {
        struct node *last = queue->tail, *next = last->next;
        if (next) {
            change(&queue->tail, last, next); /* it lags behind */
        } else if (link_node(last, node, FAULTY(element))) {
            change(&queue->tail, last, node);
            return true;
        }
    }
}

static bool take(struct node *node, int element)
{
    return atomic_compare_exchange_strong(&node->element, &element, EMPTY);
}

int ms_queue_poll(struct ms_queue *queue)
{
    struct node *head = queue->head;
    for (struct node *node = head; node; node = node->next) {
        int element = node->element;
        if (element == EMPTY || !take(node, element))
            continue;
        change(&queue->head, head, node);
        return element;
    }
    return EMPTY;
}

bool ms_queue_remove(struct ms_queue *queue, int element)
{
    for (struct node *node = queue->head; node; node = node->next) {
        if (node->element == element && take(node, element))
            return true;
    }
    return false;
}

bool ms_queue_contains(struct ms_queue *queue, int element)
{
    for (struct node *node = queue->head; node; node = node->next) {
        if (node->element == element)
            return true;
    }
    return false;
}
