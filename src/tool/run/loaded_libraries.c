/* loaded_libraries.c - see loaded_libraries.h. */
#include "tool/run/loaded_libraries.h"

#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/objects.h"

/* To ask is a process more. There is no need to where nobody else's libraries can be found: of the C library none has hooks. */
static bool has_others(const char *program)
{
    static const char *const variables[] = {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i]))
            return true;
    return file_exists("/etc/ld.so.preload") || !program_has_no_others(program);
}

/* What the dynamic linker says: lines "libx.so => /path/libx.so (0x...)". */
struct loaded {
    const char    *program;
    struct strings hooked, foreign;
};

struct strings every_library(const char *program)
{
    struct strings all = {0};
    char *argv[] = {(char *)program, NULL};
    int status;
    setenv("LD_TRACE_LOADED_OBJECTS", "1", true);
    char *save = NULL, *said = capture_process(argv, &status);
    unsetenv("LD_TRACE_LOADED_OBJECTS");
    for (char *line = strtok_r(said, "\n", &save); line && status == 0; line = strtok_r(NULL, "\n", &save)) {
        char *path = strchr(line, '/'), *end = path ? strstr(path, " (0x") : NULL;
        if (!end)
            continue;
        strings_addf(&all, "%.*s", (int)(end - path), path);
    }
    free(said);
    return all;
}

static void ask_linker(const char *program, struct loaded *loaded)
{
    struct strings all = every_library(program);
    for (size_t i = 0; i < all.count; i++) {
        if (library_is_instrumented(all.at[i]))
            strings_add(&loaded->hooked, all.at[i]);
        else if (!library_is_systems(path_base(all.at[i])))
            strings_add(&loaded->foreign, all.at[i]);
    }
}

static const struct loaded *loaded_by(const char *program)
{
    static struct loaded **asked;
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (strcmp(asked[i]->program, program) == 0)
            return asked[i];
    asked = resize(asked, (count + 1) * sizeof *asked);
    struct loaded *loaded = asked[count++] = allocate(sizeof *loaded);
    loaded->program = format_text("%s", program);
    if (has_others(program))
        ask_linker(program, loaded);
    return loaded;
}

const struct strings *loaded_libraries(const char *program)
{
    return &loaded_by(program)->hooked;
}

const struct strings *foreign_libraries(const char *program)
{
    return &loaded_by(program)->foreign;
}
