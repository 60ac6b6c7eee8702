/* A sorted list with one read-write lock (rw_list_set.h). */
#include "rw_list_set.h"
#include "../include/faulty.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int          key;
    struct node *next;
};

struct rw_list_set {
    pthread_rwlock_t lock;
    struct node     *head; /* with the least key that there is; the last node has the greatest */
};

static struct node *new_node(int key, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    assert(node);
    node->key = key;
    node->next = next;
    return node;
}

struct rw_list_set *rw_list_set_create(void)
{
    struct rw_list_set *set = malloc(sizeof *set);
    assert(set);
    pthread_rwlock_init(&set->lock, NULL);
    set->head = new_node(INT_MIN, new_node(INT_MAX, NULL));
    return set;
}

void rw_list_set_destroy(struct rw_list_set *set)
{
    for (struct node *node = set->head, *next; node; node = next) {
        next = node->next;
        free(node);
    }
    pthread_rwlock_destroy(&set->lock);
    free(set);
}

/* The last node with a smaller key. */
static struct node *find(const struct rw_list_set *set, int key)
{
    struct node *node = set->head;
    while (node->next->key < key)
        node = node->next;
    return node;
}

/* Takes the write lock, and says behind which node the key is, or would be. */
static struct node *lock_and_find(struct rw_list_set *set, int key, struct node **current)
{
    struct node *before;
    if (FAULTY(key)) {
        before = find(set, key);
        *current = before->next;
        pthread_rwlock_wrlock(&set->lock);
    } else {
        pthread_rwlock_wrlock(&set->lock);
        before = find(set, key);
        *current = before->next;
    }
    return before;
}

bool rw_list_set_add(struct rw_list_set *set, int key)
{
    struct node *current, *before = lock_and_find(set, key, &current);
    bool changes = current->key != key;
    if (changes)
        before->next = new_node(key, current);
    pthread_rwlock_unlock(&set->lock);
    return changes;
}

bool rw_list_set_remove(struct rw_list_set *set, int key)
{
    struct node *current, *before = lock_and_find(set, key, &current);
    bool changes = current->key == key;
    if (changes)
        before->next = current->next;
    pthread_rwlock_unlock(&set->lock);
    return changes;
}

bool rw_list_set_contains(struct rw_list_set *set, int key)
{
    pthread_rwlock_rdlock(&set->lock);
    bool answer = find(set, key)->next->key == key;
    pthread_rwlock_unlock(&set->lock);
    return answer;
}

int rw_list_set_size(struct rw_list_set *set)
{
    int size = 0;
    pthread_rwlock_rdlock(&set->lock);
    for (const struct node *node = set->head->next; node->next; node = node->next)
        size++;
    pthread_rwlock_unlock(&set->lock);
    return size;
}
