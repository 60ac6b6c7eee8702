/* visible_list.h - the memory that --visible=LIST or --track=LIST names. */
#ifndef MZ_TOOL_RUN_VISIBLE_LIST_H
#define MZ_TOOL_RUN_VISIBLE_LIST_H

#include "tool/cli/util.h"
#include "wire/wire.h"

struct range_list {
    struct wire_range *at;
    size_t             count;
};

/* Blocks of the heap can be tracked, by the names that `mazurka variables` gives them. */
struct visible_list {
    struct range_list  ranges;
    struct wire_block *blocks;
    size_t             block_count;
};

/* None, for the word none. Dies on a name that the program does not have. */
struct visible_list visible_list(const char *program, const char *option, const char *list);

#endif
