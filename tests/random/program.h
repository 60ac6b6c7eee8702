/* program.h - a random program while it is being written: where statements go, and what the operations may use.
 *
 * The text depends on the seed and the class and on nothing else. A program consists of
 *
 *     the variables and types of variables.c, the same in every program, and those of its functions that the program calls: a function
 *     that nobody calls would take most of a compiler's time, and of that of a check
 *     threads t1, t2, ..., each a few operations of the class; what a thread has read goes to seen[] at its end
 *     main, which creates them, perhaps does something itself, joins them and returns a checksum of all variables
 *
 * Each statement touches shared memory in an order that C fixes, and stands on a line of its own, so that programs made by
 * different compilers have the same interleavings and findings have the same lines.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stdio.h>

#include "base/rng.h"

struct program {
    const struct class *class;
    struct rng rng;
    FILE *out;
    int  indent;
    int  nesting;   /* operations inside of operations */
    int  names;     /* counts names of locals */
    int  holds;     /* mutexes that are held around the text being written, as a mask */
    int  asserts;   /* that may still be written */
    int  leaves;    /* threads "leaf" that may still be created */
    int  threads;   /* besides main */
    int  thread;    /* whose body is being written; 0 is main */
    int  favourite; /* variable that this program uses most */
    bool alone;     /* main joins all threads, so that they may use its locals */
    bool killing;   /* the process may end while other threads run */
};

/* Writes one or a few statements that belong together. */
struct operation {
    int  weight;
    void (*write)(struct program *p);
};

struct class {
    const char *name, *help;
    const struct operation *operations; /* ends with weight 0 */
    int  threads_least, threads_most; /* besides main */
    int  operations_most;             /* of one thread */
    const char *declarations;         /* beside those of all programs, and a function open_channels(); NULL: none */
};

extern const struct class classes[]; /* ends with a name of NULL */

extern const struct operation memory_operations[], atomic_operations[], lock_operations[], wait_operations[];
extern const struct operation heap_operations[], stack_operations[], thread_operations[], loop_operations[];
extern const struct operation c11_operations[], key_operations[], misuse_operations[], library_operations[];
extern const struct operation overlap_operations[], end_operations[], frame_operations[], stale_operations[];
extern const struct operation mixed_operations[], section_operations[], channel_operations[], weak_operations[];
extern const struct operation socket_operations[];
extern const char channel_declarations[], socket_declarations[];

int  below(struct program *p, int n);
bool one_in(struct program *p, int n);

/* One line, indented; such a line with "{", and the "}" that belongs to it. */
void line(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void block(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void end_block(struct program *p);

/* A variable of any size that a statement may read or assign, by name. */
const char *variable(struct program *p);

/* A statement or two on such variables: what stands in critical sections, helper functions and the like. */
void simple(struct program *p);
void few_simple(struct program *p, int most);

/* One operation out of a list. */
void one_of(struct program *p, const struct operation *list);

/* variables.c: writes everything that stands before a text, to stdout. */
void write_declarations(const char *text);

#endif
