/* A sorted list with a lock in each node (optimistic_list_set.h). */
#include "optimistic_list_set.h"
#include "../include/faulty.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int                    key;
    _Atomic(struct node *) next;
    pthread_mutex_t        lock;
};

struct optimistic_list_set {
    struct node *head; /* with the least key that there is; the last node has the greatest */
};

static struct node *new_node(int key, struct node *next)
{
    struct node *node = malloc(sizeof *node);
    assert(node);
    node->key = key;
    node->next = next;
    pthread_mutex_init(&node->lock, NULL);
    return node;
}

struct optimistic_list_set *optimistic_list_set_create(void)
{
    struct optimistic_list_set *set = malloc(sizeof *set);
    assert(set);
    set->head = new_node(INT_MIN, new_node(INT_MAX, NULL));
    return set;
}

void optimistic_list_set_destroy(struct optimistic_list_set *set)
{
    for (struct node *node = set->head, *next; node; node = next) {
        next = node->next;
        pthread_mutex_destroy(&node->lock);
        free(node);
    }
    free(set);
}

/* The last node with a smaller key, and the one behind it. */
static struct node *find(const struct optimistic_list_set *set, int key, struct node **current)
{
    struct node *before = set->head, *node = before->next;
    while (node->key < key) {
        before = node;
        node = node->next;
    }
    *current = node;
    return before;
}

/* Whether they are in the list, and neighbours. */
static bool valid(const struct optimistic_list_set *set, const struct node *before, const struct node *current)
{
    for (const struct node *node = set->head; node->key <= before->key; node = node->next) {
        if (node == before)
            return before->next == current;
    }
    return false;
}

static void unlock(struct node *before, struct node *current)
{
    pthread_mutex_unlock(&current->lock);
    pthread_mutex_unlock(&before->lock);
}

/* Locks the two nodes between which the key is, or would be; the second one is the key's, if it is there. */
static struct node *find_and_lock(const struct optimistic_list_set *set, int key, struct node **current)
{
    for (;;) {
        struct node *before = find(set, key, current);
        pthread_mutex_lock(&before->lock);
        pthread_mutex_lock(&(*current)->lock);
        if (FAULTY(key) || valid(set, before, *current))
            return before;
        unlock(before, *current);
    }
}

bool optimistic_list_set_add(struct optimistic_list_set *set, int key)
{
    struct node *current, *before = find_and_lock(set, key, &current);
    bool changes = current->key != key;
    if (changes)
        before->next = new_node(key, current);
    unlock(before, current);
    return changes;
}

bool optimistic_list_set_remove(struct optimistic_list_set *set, int key)
{
    struct node *current, *before = find_and_lock(set, key, &current);
    bool changes = current->key == key;
    if (changes)
        before->next = (struct node *)current->next;
    unlock(before, current);
    return changes;
}

bool optimistic_list_set_contains(struct optimistic_list_set *set, int key)
{
    struct node *current;
    find(set, key, &current);
    return current->key == key;
}
