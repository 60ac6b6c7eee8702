/* expression.h - where a plane is, as text: formulas over the time t, in which flights of the simulated traffic are written.
 *
 *     formula:   term { (+ | -) term }
 *     term:      factor { (* | / | %) factor }
 *     factor:    number | t | - factor | ( formula ) | name ( formula { , formula } )
 *
 * Functions: abs(a), min(a, b), max(a, b), and wave(a, n), which goes from 0 to n and back as a grows. What is divided by 0 is 0. */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include <stdbool.h>

enum expression_operation { NUMBER, TIME, NEGATION, SUM, DIFFERENCE, PRODUCT, QUOTIENT, REMAINDER, ABS, MIN, MAX, WAVE };

struct expression_node {
    enum expression_operation operation;
    int                       value;       /* of a number */
    int                       left, right; /* nodes */
};

enum { EXPRESSION_NODES = 24 };

/* A tree in an array: operands stand before what is done with them, so that the last node is the root. */
struct expression {
    int                    count;
    struct expression_node node[EXPRESSION_NODES];
};

bool expression_parse(struct expression *e, const char *text); /* false: it is no formula, or one that is too long */
int expression_value(const struct expression *e, int time);

#endif
