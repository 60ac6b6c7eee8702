/* toy_random.h - random toy programs, in classes that exercise different things. */
#ifndef MZ_TESTS_TOY_RANDOM_H
#define MZ_TESTS_TOY_RANDOM_H

#include "base/rng.h"
#include "toy.h"

enum { TOY_CLASSES = 39, TOY_CLASSES_BASIC = 15 /* the first ones */ };

const char *toy_class_name(unsigned class);
unsigned    toy_class_find(const char *name); /* which there is */
void        toy_random(struct toy_program *p, unsigned class, struct rng *rng);

#endif
