/* files.c - files, memory maps, the environment, libraries: what may be used before the program's first thread or choice.
 *
 * Up to there nothing is ever rewound, so the real functions do. Later they are refused by name: what they change outside
 * of the program's memory could not be put back.
 */
#include <stdio.h>
#include <string.h>

#include "model/calls.h"
#include "model/calls_cxx.h"
#include "probe/refuse.h"
#include "world/world.h"

static inline bool allowed(void)
{
    return !probe_active(NULL) || world_in_setup();
}

/* What a function without hooks writes to such memory is not noticed, and the tool has to know. The name is a constant. */
static inline void note_mapping(const char *name)
{
    if (strcmp(name, "mmap") == 0 || strcmp(name, "mmap64") == 0 || strcmp(name, "mremap") == 0 || strcmp(name, "sbrk") == 0 ||
        strcmp(name, "brk") == 0)
        mz__world.wire->maps_memory = 1;
}

#define ALLOW_IN_SETUP(name)                                                                            \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)    \
    {                                                                                                   \
        if (!allowed())                                                                                 \
            return probe_refused_later(#name);                                                          \
        if (probe_inside())                                                                             \
            note_mapping(#name);                                                                        \
        return REAL_AS(name, any_function *)(a, b, c, d, e, f);                                         \
    }
CALLS_SETUP(ALLOW_IN_SETUP)
CALLS_CXX_SETUP(ALLOW_IN_SETUP) /* what sets something in libstdc++ itself */

/* Functions with any number of arguments. C99's scanf has names of its own, and so has C23's. */

#define SCAN(name, call)                                                \
    {                                                                   \
        if (!allowed())                                                 \
            return (int)probe_refused_later_from(CALLER, name);         \
        va_list list;                                                   \
        va_start(list, format);                                         \
        int fields = call;                                              \
        va_end(list);                                                   \
        return fields;                                                  \
    }
#define SCAN_STDIN(name, vname)                  \
    STAND_IN(int, name, const char *format, ...) \
    SCAN("scanf", REAL_AS(vname, int (*)(const char *, va_list))(format, list))
#define SCAN_FILE(name, vname)                               \
    STAND_IN(int, name, FILE *file, const char *format, ...) \
    SCAN("fscanf", REAL_AS(vname, int (*)(FILE *, const char *, va_list))(file, format, list))

SCAN_STDIN(scanf, vscanf)
SCAN_STDIN(__isoc99_scanf, __isoc99_vscanf)
SCAN_STDIN(__isoc23_scanf, __isoc23_vscanf)
SCAN_FILE(fscanf, vfscanf)
SCAN_FILE(__isoc99_fscanf, __isoc99_vfscanf)
SCAN_FILE(__isoc23_fscanf, __isoc23_vfscanf)
