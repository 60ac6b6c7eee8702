/* trace_names.c - see trace_names.h. */
#include "tool/trace/trace_names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/compile/compile.h"

enum { MOST_OLD = 1024 };

/* After the first source, or the program. */
static char *wanted_name(const struct check_settings *s)
{
    if (s->trace)
        return format_text("%s", s->trace);
    const char *stem = first_source_stem(&s->compile);
    return format_text("%s.mzt", stem ? stem : s->program ? path_base(s->program) : "program");
}

static size_t stem_length(const char *path)
{
    return strlen(path) - (ends_with(path, ".mzt") ? 4 : 0);
}

/* A few lie beside each other; more would fill the directory. */
char *trace_name(const char *first, size_t number)
{
    enum { BESIDE = 4 };
    size_t stem = stem_length(first);
    if (number > BESIDE)
        return format_text("%.*s-traces/%zu.mzt", (int)stem, first, number);
    return number == 1 ? format_text("%s", first) : format_text("%.*s-%zu%s", (int)stem, first, number, first + stem);
}

void trace_make_folder(const char *first, const char *name)
{
    size_t stem = stem_length(first);
    const char *slash = strrchr(name, '/');
    if (slash && strncmp(name, first, stem) == 0 && starts_with(name + stem, "-traces/"))
        mkdir(format_text("%.*s", (int)(slash - name), name), 0777);
}

/* A socket's name without a file belongs to one process, and goes with it however that ends. */
static bool belongs_to_another(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct stat directory;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (stat(slash ? format_text("%.*s", (int)(slash - path + 1), path) : ".", &directory) != 0)
        return false;
    int used = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "mazurka-%jx-%jx-%.60s", (uintmax_t)directory.st_dev,
        (uintmax_t)directory.st_ino, path_base(path));
    int claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); /* stays open */
    return claim >= 0 && bind(claim, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)used)) != 0
        && errno == EADDRINUSE;
}

static bool is_something_else(const char *path)
{
    char *error;
    return file_exists(path) && !trace_read(path, &error) && strstr(error, "not a trace");
}

char *trace_claim(const struct check_settings *s)
{
    char *name = wanted_name(s);
    if (!s->write_trace || !(belongs_to_another(name) || (!s->trace && is_something_else(name))))
        return name;
    size_t stem = stem_length(name);
    return format_text("%.*s.%d%s", (int)stem, name, (int)getpid(), name + stem);
}

static bool same_words(const struct strings *a, const struct strings *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->at[i], b->at[i]) == 0;
    return same;
}

static bool same_program(const struct trace *a, const struct trace *b)
{
    return strcmp(a->program, b->program) == 0 && strcmp(a->directory, b->directory) == 0 && !a->compiler == !b->compiler
        && same_words(&a->compile, &b->compile) && same_words(&a->arguments, &b->arguments);
}

static bool can_be_replayed(const struct trace *old, const struct trace *now)
{
    struct fingerprint then = {old->build_id, old->digest, old->size}, today = {now->build_id, now->digest, now->size};
    return fingerprint_equal(&then, &today);
}

void traces_tell_old(const char *first, const struct trace *now, size_t written, struct strings *notes)
{
    char *kept = NULL;
    for (size_t number = written + 1; number < MOST_OLD; number++) {
        char *path = trace_name(first, number), *error;
        if (!file_exists(path))
            break;
        struct trace *old = trace_read(path, &error);
        if (!old || !same_program(old, now))
            continue;
        if (can_be_replayed(old, now))
            kept = kept ? format_text("%s, %s", kept, path) : path;
        else
            unlink(path);
    }
    if (kept)
        strings_addf(notes, "traces of an earlier check of this program are still there: %s", kept);
}
