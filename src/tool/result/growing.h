/* growing.h - the variable that grows, or takes ever new values, on a path that does not end: why no state of it is met again. */
#ifndef MZ_TOOL_RESULT_GROWING_H
#define MZ_TOOL_RESULT_GROWING_H

#include "tool/binary/names/naming.h"

/* "epoch grows at f.c:9", "rand takes ever new values at f.c:9", of a replay; NULL: of none that is so whenever its place is passed, up to
 * the end. Of several one that grows, that other threads can see, and that has changed most often. An address that becomes larger says
 * nothing, nor do the bits of a floating-point number. */
char *growing_told(const struct naming *n);

#endif
