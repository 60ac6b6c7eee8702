/* growing.h - the variable that grows on a path that does not end: why no state of it is met again. */
#ifndef MZ_TOOL_RESULT_GROWING_H
#define MZ_TOOL_RESULT_GROWING_H

#include "tool/binary/names/naming.h"

/* "epoch grows at f.c:9", of a replay; NULL: none grows whenever its place is passed, up to the end. Of several the one that other
 * threads can see, and that has grown most often. An address that becomes larger says nothing, nor do the bits of a floating-point
 * number. */
char *growing_told(const struct naming *n);

#endif
