/* file_questions.h - functions without hooks that ask the kernel about files: what they say is true as long as the search has written none
 * and, where descriptors are among their arguments, has opened and closed none that the kernel knows nothing of; but for what /proc has of
 * processes. */
#ifndef MZ_PROBE_FILES_FILE_QUESTIONS_H
#define MZ_PROBE_FILES_FILE_QUESTIONS_H

#include "probe/probe.h"

/* The function's call was announced: if it is one of these, whether it can be answered depends on all descriptors. */
void file_question_announced(struct op *op, uint64_t function);

/* NULL: it can be performed; else why not. first, second: its first arguments. */
const char *file_question_refused(uint64_t function, uint64_t first, uint64_t second);

#endif
