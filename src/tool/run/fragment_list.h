/* fragment_list.h - the code fragments that --fragment and --function name. */
#ifndef MZ_TOOL_RUN_FRAGMENT_LIST_H
#define MZ_TOOL_RUN_FRAGMENT_LIST_H

#include "tool/binary/symbols/fragment.h"

struct fragment_list {
    struct fragment *at;
    size_t           count;
};

/* Lists, separated by commas; either may be NULL. Dies on what the program does not have. */
struct fragment_list fragment_list(const char *program, const char *lines, const char *functions);

/* Into the wire, as the runtime looks them up. */
void fragment_list_send(const struct fragment_list *list, struct wire *wire);

#endif
