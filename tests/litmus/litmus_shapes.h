/* litmus_shapes.h - the shapes of shapes.txt, and the programs that they stand for. */
#ifndef MZ_TESTS_LITMUS_SHAPES_H
#define MZ_TESTS_LITMUS_SHAPES_H

#include "litmus/litmus.h"

enum { LITMUS_HOLES = 8, LITMUS_SAYINGS = 8, LITMUS_SHAPES = 56 };

/* What is known of some orders. */
struct litmus_saying {
    char orders[48];
    bool allowed, found; /* by the axioms, by the machine */
};

struct litmus_shape {
    char     name[24], condition[48], text[LITMUS_TEXT];
    unsigned holes, sayings, loses; /* outcomes of so many of its programs */
    char     hole[LITMUS_HOLES]; /* W, R, U or F */
    struct litmus_saying saying[LITMUS_SAYINGS];
};

/* All of the file, which is as it should be: otherwise the test ends. How many. */
unsigned litmus_read_shapes(const char *file, struct litmus_shape shapes[LITMUS_SHAPES]);

/* How many programs a shape stands for; and one of them, or the one with these orders. */
unsigned litmus_combinations(const struct litmus_shape *s);
void     litmus_fill(const struct litmus_shape *s, unsigned combination, char text[LITMUS_TEXT]);
void     litmus_fill_with(const struct litmus_shape *s, const char *orders, char text[LITMUS_TEXT]);

/* The orders that are weakest (0), that release and acquire (1), and that are strongest (2), for all holes. */
void litmus_orders(const struct litmus_shape *s, unsigned strength, char orders[48]);

#endif
