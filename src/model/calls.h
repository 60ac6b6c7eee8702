/* calls.h - queries to the table of the libc functions that the checker knows (call_table.h, calls_cxx.h).
 *
 * The tool asks for the class of every function that a program imports, before it starts it.
 */
#ifndef MZ_MODEL_CALLS_H
#define MZ_MODEL_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_class.h"
#include "model/call_traits.h"

enum call_class calls_classify(const char *name);

/* Traits of the function; 0 of one that is not in the table. */
uint64_t calls_traits(const char *name);

/* Every function of libc with one of these traits. */
void calls_each(uint64_t traits, void (*each)(const char *name, void *data), void *data);

/* Does it tell ThreadSanitizer something? Our stand-ins do nothing; a library may have others. */
bool calls_annotate(const char *name);

/* Is the function in a list of names, separated by commas, or everything ("all")? */
bool calls_are_listed(const char *list, const char *name);

#endif
