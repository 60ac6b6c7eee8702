/* spec.h - the specification of a library for `mazurka clients`: a text file of statements that look like declarations of C.
 *
 *     header "queue.h";                                what clients include
 *     sources queue.c;                                 relative to the file, as are -I options
 *     object struct queue *q;                          a variable of the client
 *     constructor q = queue_new(4);
 *     destructor queue_free(q);
 *     bool queue_push(q, int value in 1..3);           an operation
 *     bool queue_pop(q, out int *value);
 *     int queue_size(q) readonly;
 *
 * docs/use/clients.md has all of it. What is wrong with a file ends the tool with a sentence that begins with FILE:LINE.
 */
#ifndef MZ_APPS_CLIENTS_SPEC_H
#define MZ_APPS_CLIENTS_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/util.h"

/* A piece of C, and where it stands. */
struct fragment_of_c {
    char  *text; /* NULL: there is none */
    size_t line;
};

enum parameter_kind {
    PARAMETER_GIVEN, /* an expression, the same in every call */
    PARAMETER_CHOSEN, /* one of several values */
    PARAMETER_OUT,   /* a variable that the call stores its result in */
};

struct parameter {
    enum parameter_kind kind;
    char          *text;   /* GIVEN: the expression; CHOSEN: its declaration; OUT: the type of the variable */
    bool           by_address; /* OUT: a pointer is passed; else a reference of C++ */
    struct strings values; /* CHOSEN */
    const char    *cast;   /* CHOSEN: "(long)" of `long value in 1..3` in C++, where it may decide which function is called; else "" */
    bool           alike;  /* the library treats all values in the same way: clients that differ in their names are one */
};

enum { MOST_PARAMETERS = 8 };

struct operation {
    char  *type;   /* of its result */
    char  *callee; /* queue_push, q->push, Queue<int>::push */
    char  *name;   /* how it is shown */
    size_t line;
    struct parameter parameter[MOST_PARAMETERS];
    size_t parameters;
    bool   readonly, trusted, blocks;
    bool   shares_name; /* with another operation: of another object, or a function of C++ that is overloaded */
    char  *spurious; /* the result of a call that may have failed for no reason; NULL: none does */
    char  *role;     /* all operations with one role are called by one thread; NULL: anybody's */
};

struct spec {
    const char *path, *name;
    char       *folder;
    bool        cxx;
    bool        callers_alike; /* what a call returns does not depend on who makes it */
    struct strings headers, sources, flags, reference;
    struct fragment_of_c object, constructor, destructor, invariant;
    struct fragment_of_c *code, *before;
    size_t codes, befores;
    struct operation *operation;
    size_t operations;
};

struct spec spec_read(const char *path);

/* Numbers that a call of it leaves behind: its result, and what it stored. */
size_t operation_slots(const struct operation *operation);
bool operation_returns(const struct operation *operation);
/* A truth value: it says whether something was stored. */
bool operation_is_truth(const struct operation *operation);
bool spec_blocks(const struct spec *spec);

#endif
