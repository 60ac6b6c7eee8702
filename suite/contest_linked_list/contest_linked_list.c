/* Builders append their values to one linked list, and main counts what has arrived.
 *
 * The bug: append() walks to the last node and links a new one behind it without any lock. Two builders find the same last node, and
 * the one that links later drops what the other has linked. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef BUILDERS
#define BUILDERS 2
#endif
#ifndef STEP
#define STEP 5
#endif

struct node {
    int          value;
    struct node *next;
};

struct list {
    pthread_mutex_t lock;
    struct node     header;
};

struct builder {
    pthread_t thread;
    int       from, to;
};

static struct list list = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void append(struct list *l, int value)
{
#ifdef FIXED
    pthread_mutex_lock(&l->lock);
#endif
    struct node *last = &l->header;
    while (last->next)
        last = last->next;
    struct node *node = malloc(sizeof *node);
    assert(node);
    node->value = value;
    node->next = last->next;
    last->next = node; /* may drop what was linked here in between */
#ifdef FIXED
    pthread_mutex_unlock(&l->lock);
#endif
}

static int length(const struct list *l)
{
    int n = 0;
    for (const struct node *node = l->header.next; node; node = node->next)
        n++;
    return n;
}

static void clear(struct list *l)
{
    while (l->header.next) {
        struct node *node = l->header.next;
        l->header.next = node->next;
        free(node);
    }
}

static void *build(void *argument)
{
    struct builder *self = argument;
    for (int value = self->from; value < self->to; value++)
        append(&list, value);
    return NULL;
}

int main(void)
{
    struct builder builder[BUILDERS];
    for (int i = 0; i < BUILDERS; i++) {
        builder[i].from = i * STEP;
        builder[i].to = (i + 1) * STEP;
        pthread_create(&builder[i].thread, NULL, build, &builder[i]);
    }
    for (int i = 0; i < BUILDERS; i++)
        pthread_join(builder[i].thread, NULL);
    assert(length(&list) == BUILDERS * STEP); /* BUG: an element is lost */
    clear(&list);
    return 0;
}
