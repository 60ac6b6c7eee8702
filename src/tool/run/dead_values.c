/* dead_values.c - see dead_values.h. A file that cannot be analysed has no table: its values are kept, which is sound. */
#include "tool/run/dead_values.h"

#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/liveness.h"
#include "tool/binary/uninstrumented/imported.h"
#include "tool/cli/util.h"
#include "tool/run/loaded_libraries.h"

/* By which a program learns of floating-point exceptions, or may come to such a function. */
enum { FLAG_READERS = TRAIT_READS_FLAGS | TRAIT_LOOKS_UP | TRAIT_LOADS };

static void add(struct dead_values *all, const char *path)
{
    struct liveness one;
    char *why;
    all->flags &= !object_imports(path, FLAG_READERS);
    if (!liveness_table(path, &one, &why)) {
        all->flags = false;
        return;
    }
    all->flags &= !one.table->reads_flags;
    uint64_t length = (one.size + 7) & ~(uint64_t)7;
    all->bytes = resize(all->bytes, all->size + sizeof length + length);
    char *at = all->bytes + all->size;
    memset(at, 0, sizeof length + length);
    memcpy(at, &length, sizeof length);
    memcpy(at + sizeof length, one.table, one.size);
    all->size += sizeof length + length;
}

const struct dead_values *dead_values_of(const char *program, enum wire_dead_values mode)
{
    struct dead_values *all = allocate(sizeof *all);
    all->flags = mode != WIRE_DEAD_KEEP; /* the tables say which registers hold arguments, too */
    add(all, program);
    const struct strings *libraries = loaded_libraries(program);
    for (size_t i = 0; i < libraries->count; i++)
        add(all, libraries->at[i]);
    const struct strings *foreign = foreign_libraries(program);
    for (size_t i = 0; i < foreign->count && all->flags; i++)
        all->flags = !object_imports(foreign->at[i], FLAG_READERS) && !liveness_may_read_flags(foreign->at[i]);
    return all;
}
