/* Merge sort by threads, of which at most LIMIT may be alive. Every node of the recursion owns a copy of its part of the input,
 * asks how many threads are left, and lets as many of its halves be sorted by threads of their own.
 *
 * The bug: a node asks first and counts its threads afterwards, and what it holds while it counts is a lock of its own, where
 * those who ask hold one that all share. Two nodes see the same thread left, and both take it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef INPUTS
#define INPUTS 200
#endif
#ifndef LIMIT
#define LIMIT 99
#endif

struct node {
    int            *values;
    int             count;
    pthread_mutex_t lock; /* of the node */
};

static pthread_mutex_t class_lock = PTHREAD_MUTEX_INITIALIZER;
static int alive; /* threads, without main */

static void sort(struct node *node);

#ifdef FIXED

/* Takes up to two threads, and says how many. */
static int take_threads(void)
{
    pthread_mutex_lock(&class_lock);
    int left = LIMIT - alive;
    assert(left >= 0);
    int taken = left < 2 ? left : 2;
    alive += taken;
    pthread_mutex_unlock(&class_lock);
    return taken;
}

static void count_thread(struct node *node) { (void)node; /* take_threads() has counted it */ }

static void count_end(struct node *node)
{
    (void)node;
    pthread_mutex_lock(&class_lock);
    alive--;
    pthread_mutex_unlock(&class_lock);
}

#else

static int take_threads(void)
{
    pthread_mutex_lock(&class_lock);
    int left = LIMIT - alive;
    assert(left >= 0); /* BUG: more threads than there may be */
    pthread_mutex_unlock(&class_lock);
    return left < 2 ? left : 2;
}

static void count_thread(struct node *node)
{
    pthread_mutex_lock(&node->lock);
    alive++;
    pthread_mutex_unlock(&node->lock);
}

static void count_end(struct node *node)
{
    pthread_mutex_lock(&node->lock);
    alive--;
    pthread_mutex_unlock(&node->lock);
}

#endif

static void node_init(struct node *node, const int *values, int count)
{
    node->values = malloc((size_t)count * sizeof *values);
    assert(node->values);
    memcpy(node->values, values, (size_t)count * sizeof *values);
    node->count = count;
    pthread_mutex_init(&node->lock, NULL);
}

static void node_destroy(struct node *node)
{
    pthread_mutex_destroy(&node->lock);
    free(node->values);
}

static void *run(void *node)
{
    sort(node);
    return NULL;
}

static void merge(struct node *node, const struct node *left, const struct node *right)
{
    int l = 0, r = 0;
    for (int i = 0; i < node->count; i++) {
        if (r == right->count || (l < left->count && left->values[l] <= right->values[r]))
            node->values[i] = left->values[l++];
        else
            node->values[i] = right->values[r++];
    }
}

static void sort(struct node *node)
{
    if (node->count == 1)
        return;
    int half = node->count / 2;
    struct node part[2];
    node_init(&part[0], node->values, half);
    node_init(&part[1], node->values + half, node->count - half);

    pthread_t thread[2];
    int threads = take_threads();
    for (int i = 0; i < threads; i++) {
        pthread_create(&thread[i], NULL, run, &part[i]);
        count_thread(node);
    }
    for (int i = threads; i < 2; i++)
        sort(&part[i]);
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        count_end(node);
    }

    merge(node, &part[0], &part[1]);
    node_destroy(&part[0]);
    node_destroy(&part[1]);
}

int main(void)
{
    int values[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        values[i] = (i * 7 + 3) % INPUTS;
    struct node root;
    node_init(&root, values, INPUTS);
    sort(&root);
    for (int i = 1; i < INPUTS; i++)
        assert(root.values[i - 1] <= root.values[i]);
    node_destroy(&root);
    return 0;
}
