/* heap_name.h - the names that `mazurka variables` gives to variables on the heap: "malloc at list.c:12 #2", "calloc at table.c:7 #1 [3]",
 * "lock in malloc at queue.c:9 #1 + 16"; in short "list.c:12#2", "table.c:7#1[3]"; and without a number each block of the statement. */
#ifndef MZ_TOOL_RUN_HEAP_NAME_H
#define MZ_TOOL_RUN_HEAP_NAME_H

#include <stdbool.h>

#include "wire/wire.h"

struct heap_name {
    char             *line;  /* "list.c:12" */
    bool              lock;
    struct wire_block block; /* but for the code */
};

/* False: the text is no such name. */
bool heap_name_read(const char *text, struct heap_name *out);

#endif
