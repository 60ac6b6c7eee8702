/* A binary search tree without locks (cas_bst_set.h). Names of the states are those of the paper. */
#include "cas_bst_set.h"
#include "../include/faulty.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* What is going on at an internal node: in the two low bits of its update; the rest of it is the announcement, which stays when it is
 * done, so that no update comes twice. */
enum state { CLEAN, INSERTING, DELETING, MARKED, STATE_BITS = 3 };

struct node {
    int                    key;
    bool                   leaf;
    _Atomic uintptr_t      update;
    _Atomic(struct node *) left, right; /* smaller keys; others */
};

struct announcement {
    struct node *grandparent, *parent, *leaf;
    struct node *subtree;       /* of an insertion: what comes in the place of the leaf */
    uintptr_t    parent_update; /* of a deletion */
};

struct place {
    struct node *grandparent, *parent, *leaf;
    uintptr_t    grandparent_update, parent_update;
};

struct cas_bst_set {
    struct node *root;
};

enum { INFINITE = INT_MAX };

static struct node *new_node(int key, struct node *left, struct node *right)
{
    struct node *node = malloc(sizeof *node);
    assert(node);
    node->key = key;
    node->leaf = left == NULL;
    node->update = CLEAN;
    node->left = left;
    node->right = right;
    return node;
}

struct cas_bst_set *cas_bst_set_create(void)
{
    struct cas_bst_set *set = malloc(sizeof *set);
    assert(set);
    set->root = new_node(INFINITE, new_node(INFINITE - 1, NULL, NULL), new_node(INFINITE, NULL, NULL));
    return set;
}

static void free_tree(struct node *node)
{
    if (!node->leaf) {
        free_tree(node->left);
        free_tree(node->right);
    }
    free(node);
}

void cas_bst_set_destroy(struct cas_bst_set *set)
{
    free_tree(set->root);
    free(set);
}

static struct place find(const struct cas_bst_set *set, int key)
{
    struct place at = {.leaf = set->root};
    while (!at.leaf->leaf) {
        at.grandparent = at.parent;
        at.grandparent_update = at.parent_update;
        at.parent = at.leaf;
        at.parent_update = at.parent->update;
        at.leaf = key < at.parent->key ? at.parent->left : at.parent->right;
    }
    return at;
}

static enum state state_of(uintptr_t update) { return (enum state)(update & STATE_BITS); }
static struct announcement *announcement_of(uintptr_t update) { return (struct announcement *)(update & ~(uintptr_t)STATE_BITS); }
static uintptr_t update_of(const struct announcement *a, enum state state) { return (uintptr_t)a | state; }

static bool change_update(struct node *node, uintptr_t from, uintptr_t to)
{
    return atomic_compare_exchange_strong(&node->update, &from, to);
}

static void change_child(struct node *parent, struct node *from, struct node *to)
{
    _Atomic(struct node *) *child = to->key < parent->key ? &parent->left : &parent->right;
    atomic_compare_exchange_strong(child, &from, to);
}

static struct announcement *announce(const struct place *at, struct node *subtree)
{
    struct announcement *a = malloc(sizeof *a);
    assert(a);
    *a = (struct announcement){at->grandparent, at->parent, at->leaf, subtree, at->parent_update};
    return a;
}

static void finish_insertion(struct announcement *a)
{
    change_child(a->parent, a->leaf, a->subtree);
    change_update(a->parent, update_of(a, INSERTING), update_of(a, CLEAN));
}

/* The parent is marked: the grandparent gets the other child instead. */
static void finish_deletion(struct announcement *a)
{
    struct node *right = a->parent->right;
    change_child(a->grandparent, a->parent, right == a->leaf ? a->parent->left : right);
    change_update(a->grandparent, update_of(a, DELETING), update_of(a, CLEAN));
}

static void help(uintptr_t update);

/* The grandparent knows of the deletion. False if it had to be taken back. */
static bool try_deletion(struct announcement *a)
{
    uintptr_t marked = update_of(a, MARKED);
    if (change_update(a->parent, a->parent_update, marked) || a->parent->update == marked) {
        finish_deletion(a);
        return true;
    }
    help(a->parent->update);
    change_update(a->grandparent, update_of(a, DELETING), update_of(a, CLEAN));
    return false;
}

static void help(uintptr_t update)
{
    switch (state_of(update)) {
    case INSERTING: finish_insertion(announcement_of(update)); break;
    case DELETING: try_deletion(announcement_of(update)); break;
    case MARKED: finish_deletion(announcement_of(update)); break;
    default: break;
    }
}

/* An internal node with the leaf that is there and a new one. */
static struct node *with_leaf(const struct node *leaf, int key)
{
    struct node *fresh = new_node(key, NULL, NULL), *copy = new_node(leaf->key, NULL, NULL);
    return key < leaf->key ? new_node(leaf->key, fresh, copy) : new_node(key, copy, fresh);
}

bool cas_bst_set_add(struct cas_bst_set *set, int key)
{
    for (;;) {
        struct place at = find(set, key);
        if (at.leaf->key == key)
            return false;
        if (state_of(at.parent_update) != CLEAN) {
            help(at.parent_update);
            continue;
        }
        struct node *subtree = with_leaf(at.leaf, key);
        if (FAULTY(key)) {
            change_child(at.parent, at.leaf, subtree);
            return true;
        }
        struct announcement *a = announce(&at, subtree);
        if (change_update(at.parent, at.parent_update, update_of(a, INSERTING))) {
            finish_insertion(a);
            return true;
        }
        free(a);
        free_tree(subtree);
        help(at.parent->update);
    }
}

bool cas_bst_set_remove(struct cas_bst_set *set, int key)
{
    for (;;) {
        struct place at = find(set, key);
        if (at.leaf->key != key)
            return false;
        if (state_of(at.grandparent_update) != CLEAN) {
            help(at.grandparent_update);
            continue;
        }
        if (state_of(at.parent_update) != CLEAN) {
            help(at.parent_update);
            continue;
        }
        struct announcement *a = announce(&at, NULL);
        if (!change_update(at.grandparent, at.grandparent_update, update_of(a, DELETING))) {
            free(a);
            help(at.grandparent->update);
        } else if (try_deletion(a)) {
            return true;
        }
    }
}

bool cas_bst_set_contains(struct cas_bst_set *set, int key) { return find(set, key).leaf->key == key; }
