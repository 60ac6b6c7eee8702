/* list_set.c - clients of a set that is a sorted list with a lock in each node: threads walk without locks, lock the two nodes
 * concerned, and look whether they are still where they were. Thread i adds CALLS of KEYS keys, from i on, and removes them. The fewer
 * keys, the more the threads meet. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef CALLS
#define CALLS 1
#endif
#ifndef KEYS
#define KEYS 2
#endif

struct node {
    int key;
    _Atomic(struct node *) next;
    pthread_mutex_t lock;
};
static struct node last = {.key = INT_MAX, .lock = PTHREAD_MUTEX_INITIALIZER};
static struct node first = {.key = INT_MIN, .next = &last, .lock = PTHREAD_MUTEX_INITIALIZER};
static atomic_int added, removed;

static bool still_there(struct node *before, struct node *at)
{
    struct node *n = &first;
    while (n->key < before->key)
        n = n->next;
    return n == before && before->next == at;
}

/* The first node whose key is not below this one, and the one before it, both locked. */
static struct node *find(int key, struct node **before)
{
    for (;;) {
        struct node *pred = &first, *at = pred->next;
        while (at->key < key) {
            pred = at;
            at = at->next;
        }
        pthread_mutex_lock(&pred->lock);
        pthread_mutex_lock(&at->lock);
        if (still_there(pred, at)) {
            *before = pred;
            return at;
        }
        pthread_mutex_unlock(&at->lock);
        pthread_mutex_unlock(&pred->lock);
    }
}

static bool add(struct node *n)
{
    struct node *before, *at = find(n->key, &before);
    bool fresh = at->key != n->key;
    if (fresh) {
        n->next = at;
        before->next = n;
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    return fresh;
}

static bool drop(int key)
{
    struct node *before, *at = find(key, &before);
    bool there = at->key == key;
    if (there)
        before->next = at->next;
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    return there;
}

static void *client(void *argument)
{
    int me = (int)(long)argument;
    for (int i = 0; i < CALLS; i++) {
        struct node *n = calloc(1, sizeof *n); /* never freed: others may be on their way through it */
        n->key = (me + i) % KEYS;
        pthread_mutex_init(&n->lock, NULL);
        added += add(n);
    }
    for (int i = 0; i < CALLS; i++)
        removed += drop((me + i) % KEYS);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int left = 0;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, client, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (struct node *n = first.next; n != &last; n = n->next)
        left++;
    assert(added - removed == left);
    return 0;
}
