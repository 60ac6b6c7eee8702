/* volatile_accesses.h - volatile accesses as relaxed atomics (-fvolatile=relaxed): where the verdict rests on that, and where it would
 * help. */
#ifndef MZ_TOOL_RESULT_VOLATILE_ACCESSES_H
#define MZ_TOOL_RESULT_VOLATILE_ACCESSES_H

#include "tool/result/result.h"

/* The premise, if some of the program was compiled so; NULL: nothing was. */
char *volatile_premise(const struct report *r);

/* Advice where accesses that race are volatile, or one of them atomic, and nothing was compiled so; otherwise NULL. */
char *volatile_note(const struct report *r);

#endif
