/* A binary search tree as a raw set. Entries know their parents, so that an iterator can go from one to the next in order. */
#include "../hash_set/raw_set.h"

#include <assert.h>
#include <stdlib.h>

struct raw_entry {
    int               element;
    struct raw_entry *left, *right, *parent;
    struct raw_entry *removed; /* in the list of those that are removed */
};

struct raw_set {
    struct raw_entry *root;
    int               size, changes;
    struct raw_entry *removed;
};

struct raw_set *raw_set_create(void)
{
    struct raw_set *set = calloc(1, sizeof *set);
    assert(set);
    return set;
}

static struct raw_entry *find(const struct raw_set *set, int element)
{
    struct raw_entry *entry = set->root;
    while (entry && entry->element != element)
        entry = element < entry->element ? entry->left : entry->right;
    return entry;
}

bool raw_set_add(struct raw_set *set, int element)
{
    struct raw_entry *parent = NULL, **at = &set->root;
    while (*at) {
        parent = *at;
        if (parent->element == element)
            return false;
        at = element < parent->element ? &parent->left : &parent->right;
    }
    struct raw_entry *entry = calloc(1, sizeof *entry);
    assert(entry);
    entry->element = element;
    entry->parent = parent;
    *at = entry;
    set->size++;
    set->changes++;
    return true;
}

static struct raw_entry *leftmost(struct raw_entry *entry)
{
    while (entry && entry->left)
        entry = entry->left;
    return entry;
}

/* Puts one subtree, which may be empty, into the place of another. */
static void replace(struct raw_set *set, struct raw_entry *entry, struct raw_entry *by)
{
    struct raw_entry *parent = entry->parent;
    if (!parent)
        set->root = by;
    else if (parent->left == entry)
        parent->left = by;
    else
        parent->right = by;
    if (by)
        by->parent = parent;
}

static void unlink_entry(struct raw_set *set, struct raw_entry *entry)
{
    if (!entry->left) {
        replace(set, entry, entry->right);
    } else if (!entry->right) {
        replace(set, entry, entry->left);
    } else {
        struct raw_entry *next = leftmost(entry->right);
        if (next != entry->right) {
            replace(set, next, next->right);
            next->right = entry->right;
            next->right->parent = next;
        }
        replace(set, entry, next);
        next->left = entry->left;
        next->left->parent = next;
    }
    entry->removed = set->removed;
    set->removed = entry;
    set->size--;
}

bool raw_set_remove(struct raw_set *set, int element)
{
    struct raw_entry *entry = find(set, element);
    if (!entry)
        return false;
    unlink_entry(set, entry);
    set->changes++;
    return true;
}

bool raw_set_contains(struct raw_set *set, int element) { return find(set, element) != NULL; }

void raw_set_clear(struct raw_set *set)
{
    while (set->root)
        unlink_entry(set, set->root);
    set->changes++;
}

void raw_set_destroy(struct raw_set *set)
{
    raw_set_clear(set);
    while (set->removed) {
        struct raw_entry *entry = set->removed;
        set->removed = entry->removed;
        free(entry);
    }
    free(set);
}

int raw_set_size(const struct raw_set *set) { return set->size; }
int raw_set_changes(const struct raw_set *set) { return set->changes; }

const struct raw_entry *raw_set_first(const struct raw_set *set) { return leftmost(set->root); }

const struct raw_entry *raw_set_next(const struct raw_set *set, const struct raw_entry *entry)
{
    (void)set;
    if (entry->right)
        return leftmost(entry->right);
    while (entry->parent && entry->parent->right == entry)
        entry = entry->parent;
    return entry->parent;
}

int raw_set_element(const struct raw_entry *entry) { return entry->element; }
