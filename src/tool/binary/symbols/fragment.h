/* fragment.h - from lines or a function of the source to the pieces of the program's code that were made from it: a code fragment l_mod
 * of Parízek, Kliber, "Checking Just Pairs of Threads for Efficient and Scalable Incremental Verification of Multithreaded Programs".
 *
 * One line may have become several pieces: each copy of an inlined function is one, and what was inlined into the line belongs to it.
 * Code that the line calls does not: who is inside of such a call has a return address in the fragment. Addresses are those in the
 * program's file (symbols_open_file()), so the ranges are relative to the first object of the wire.
 */
#ifndef MZ_TOOL_BINARY_SYMBOLS_FRAGMENT_H
#define MZ_TOOL_BINARY_SYMBOLS_FRAGMENT_H

#include "tool/binary/symbols/symbols.h"

struct fragment {
    char    *name;             /* "queue.c:12-14", "push()" */
    char    *file;             /* as the debug information names it; NULL: a function was asked for */
    unsigned from, to;         /* lines, first and last */
    struct wire_range *at;     /* ascending, apart from each other; start and length in the program's code */
    size_t   count;
};

/* Each returns whether there is such code; *why gets a sentence otherwise (a new string). */

/* "FILE:FROM-TO" or "FILE:LINE". FILE is a path, or the end of one that only one file of the program has. */
bool fragment_of_lines(struct symbols *s, const char *text, struct fragment *f, char **why);
/* A function by its name in the source, with or without the names around it: "push", "queue::push". All that have the name. */
bool fragment_of_function(struct symbols *s, const char *name, struct fragment *f, char **why);

void fragment_free(struct fragment *f);

#endif
