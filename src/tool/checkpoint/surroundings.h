/* surroundings.h - inputs from outside of the program: files, standard input, answers of the system. States that were finished with
 * others are states of another program. */
#ifndef MZ_TOOL_CHECKPOINT_SURROUNDINGS_H
#define MZ_TOOL_CHECKPOINT_SURROUNDINGS_H

#include "tool/checkpoint/log_file.h"
#include "wire/wire.h"

/* State, now, of a file that the program has tried to open. */
void surroundings_look_at(struct wire_file *f);

/* Description of standard input. */
char *surroundings_input(void);

/* A function that threads have called, and whose answer is the system's and not written down; NULL: none. */
const char *surroundings_asked(const struct wire *w);

/* Files, and standard input if it was read, are as they were then? What differs, or NULL. */
char *surroundings_difference(const struct log_file *log, const char *input_then);

#endif
