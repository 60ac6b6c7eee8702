/* newer_sources.c - see newer_sources.h. */
#include "tool/run/newer_sources.h"

#include <sys/stat.h>
#include <time.h>

#include "tool/binary/symbols/unit_sources.h"
#include "tool/cli/printable.h"
#include "tool/cli/options.h"
#include "tool/run/loaded_libraries.h"

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* When it was written. A time in the future, which an archive or another machine has left, says nothing: it was at the latest when the
 * file was changed here last. */
static const struct timespec *time_of(const struct stat *file)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return is_later(&file->st_mtim, &now) ? &file->st_ctim : &file->st_mtim;
}

bool is_newer_than(const char *source, const char *object)
{
    struct stat written, built;
    if (stat(source, &written) != 0 || stat(object, &built) != 0 || !S_ISREG(written.st_mode))
        return false;
    return is_later(time_of(&written), time_of(&built));
}

static void add_newer(struct strings *newer, const char *object)
{
    struct strings sources = {0};
    struct symbols *s = symbols_open_file(object);
    if (!s)
        return;
    unit_sources(s, &sources);
    symbols_close(s);
    for (size_t i = 0; i < sources.count; i++)
        if (is_newer_than(sources.at[i], object) && !strings_contain(newer, sources.at[i]))
            strings_add(newer, sources.at[i]);
}

struct strings newer_sources(const char *program)
{
    struct strings newer = {0};
    const struct strings *libraries = loaded_libraries(program);
    add_newer(&newer, program);
    for (size_t i = 0; i < libraries->count; i++)
        add_newer(&newer, libraries->at[i]);
    return newer;
}

char *newer_sources_sentence(const struct strings *sources, const char *program)
{
    if (!sources->count)
        return NULL;
    const char *others = sources->count > 1 ? format_text(" and %s", show_things(sources->count - 1, "other file")) : "";
    return format_text("%s%s %s newer than %s: it is checked as it was built", printable(path_base(sources->at[0])), others,
        sources->count > 1 ? "are" : "is", printable(program));
}
