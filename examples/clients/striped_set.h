/* striped_set.h - a set of the numbers from 0 to 15, in four stripes, each with a lock of its own. */
#ifndef STRIPED_SET_H
#define STRIPED_SET_H

#include <stdbool.h>

struct striped_set;

struct striped_set *striped_set_new(void);
void striped_set_free(struct striped_set *s);
bool striped_set_add(struct striped_set *s, int key);
bool striped_set_remove(struct striped_set *s, int key);
bool striped_set_contains(const struct striped_set *s, int key);
int  striped_set_size(const struct striped_set *s);

#endif
