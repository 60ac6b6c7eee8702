/* raw_set.h - a set of integers that knows nothing of threads, with iterators that fail if the set has changed under them.
 *
 * Who links a program chooses the set: hash_set.c or tree_set.c. A removed entry stays allocated until the set is destroyed, as with
 * a garbage collector as long as an iterator may stand on it. */
#ifndef RAW_SET_H
#define RAW_SET_H

#include <stdbool.h>

struct raw_set;
struct raw_entry; /* an element, as an iterator sees it */

struct raw_set *raw_set_create(void);
void raw_set_destroy(struct raw_set *set);
bool raw_set_add(struct raw_set *set, int element);
bool raw_set_remove(struct raw_set *set, int element);
bool raw_set_contains(struct raw_set *set, int element);
void raw_set_clear(struct raw_set *set);
int raw_set_size(const struct raw_set *set);
int raw_set_changes(const struct raw_set *set); /* how often elements came or went */

const struct raw_entry *raw_set_first(const struct raw_set *set);
const struct raw_entry *raw_set_next(const struct raw_set *set, const struct raw_entry *entry);
int raw_set_element(const struct raw_entry *entry);

#endif
