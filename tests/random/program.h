/* program.h - a random program while it is being written: where statements go, and what the operations may use.
 *
 * The text depends on the seed and the class and on nothing else. A program is
 *
 *     variables.h-like declarations, the same for all programs of a class
 *     helper functions
 *     the threads t1 .. tN, each a few operations of the class; thread-local results go to seen[] at the end
 *     main, which creates them, perhaps does something itself, joins them and returns a checksum of all variables
 *
 * A statement reads or writes shared memory in an order that C fixes, one statement to a line, so that programs compiled by
 * different compilers have the same interleavings and findings have the same lines.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdbool.h>

#include "base/rng.h"

struct program {
    struct rng rng;
    int  thread;    /* whose body is written: 0 is main */
    int  indent;
    int  nested;    /* depth of operations inside operations */
    int  holds;     /* mutexes that the text around holds, as a mask */
    int  names;     /* counts local names */
    int  asserts;   /* how many may still be written */
    int  children;  /* how many threads this one may still create */
    bool no_wait;   /* inside something that must not wait for others */
    const struct class *class;
};

/* An operation writes one or a few statements that belong together. */
struct operation {
    int  weight;
    void (*write)(struct program *p);
};

struct class {
    const char *name, *help;
    const struct operation *operations; /* ends with weight 0 */
    int  threads_least, threads_most;   /* besides main */
    int  operations_most;               /* of each thread */
};

extern const struct class classes[]; /* ends with a name of NULL */

int  below(struct program *p, int n);
bool one_in(struct program *p, int n);

/* One line, indented. */
void line(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Such lines around others: "if (x) {" ... "}". */
void open_block(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void close_block(struct program *p);

/* One operation of the class, or of those that a critical section may hold. */
void any_operation(struct program *p);
void inner_operations(struct program *p, int most);

#endif
