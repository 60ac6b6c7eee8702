/* cas_bst_set.h - a set of integers as a binary search tree without locks (Ellen, Fatourou, Ruppert, van Breugel, "Non-blocking binary
 * search trees", 2010).
 *
 * Keys are in leaves. Who changes the tree announces in the node above what it is about to do, by compare-and-swap; others that come
 * there help. The bug, for faulty keys (faulty.h): add changes the node without having announced it. Removed nodes and
 * announcements stay allocated, since others may look at them. */
#ifndef CAS_BST_SET_H
#define CAS_BST_SET_H

#include <stdbool.h>

struct cas_bst_set;

struct cas_bst_set *cas_bst_set_create(void);
void cas_bst_set_destroy(struct cas_bst_set *set);
bool cas_bst_set_add(struct cas_bst_set *set, int key);    /* whether it is new; keys are less than INT_MAX - 1 */
bool cas_bst_set_remove(struct cas_bst_set *set, int key); /* whether it was there */
bool cas_bst_set_contains(struct cas_bst_set *set, int key);

#endif
