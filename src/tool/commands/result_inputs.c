/* result_inputs.c - see result_inputs.h. */
#include "tool/commands/result_inputs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <xxhash.h>

#include "tool/binary/elf/objects.h"
#include "tool/checkpoint/kept_environment.h"
#include "tool/checkpoint/surroundings.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/result/result.h"
#include "tool/result/rc11.h"
#include "tool/run/launched.h"

/* --- one file ---------------------------------------------------------------------------------------------------------- */

static char *digest_text(const void *bytes, size_t length)
{
    XXH128_hash_t h = XXH3_128bits(bytes, length);
    return format_text("%016" PRIx64 "%016" PRIx64, (uint64_t)h.high64, (uint64_t)h.low64);
}

static bool is_made_up(const char *path)
{
    return starts_with(path, "/proc/") || starts_with(path, "/sys/");
}

static void put_content(json_t *o, const char *path)
{
    size_t length;
    char *content = read_whole_file(path, &length);
    put(o, "content", content ? json_string(digest_text(content, length)) : json_integer(errno));
    free(content);
}

static void put_link(json_t *o, const char *path)
{
    char target[4096];
    ssize_t length = readlink(path, target, sizeof target);
    if (length > 0)
        put(o, "link", text_of(target, (size_t)length));
}

static char *status_text(const struct stat *s)
{
    char *owner = format_text("%ju %o %ju %ju", (uintmax_t)s->st_ino, s->st_mode, (uintmax_t)s->st_uid, (uintmax_t)s->st_gid);
    return S_ISDIR(s->st_mode) ? owner : format_text("%s %ju %jd %jd.%09ld", owner, (uintmax_t)s->st_nlink, (intmax_t)s->st_size,
        (intmax_t)s->st_ctim.tv_sec, s->st_ctim.tv_nsec);
}

json_t *input_describe(const char *path, bool whole)
{
    struct stat s;
    json_t *o = json_object();
    put(o, "path", text_or_null(path));
    put(o, "whole", json_boolean(whole));
    put_link(o, path);
    if (stat(path, &s) != 0) {
        put(o, "absent", json_integer(errno));
        return o;
    }
    if (S_ISREG(s.st_mode))
        put_content(o, path);
    if (whole && !is_made_up(path))
        put(o, "status", json_string(status_text(&s)));
    return o;
}

bool inputs_are_same(const json_t *files)
{
    bool same = true;
    for (size_t i = 0; same && i < json_array_size(files); i++) {
        const json_t *then = json_array_get(files, i);
        json_t *now = input_describe(json_text_at(then, "path"), json_is_true(json_object_get(then, "whole")));
        same = json_equal(then, now);
        json_decref(now);
    }
    return same;
}

/* --- all searches of a check ------------------------------------------------------------------------------------------- */

static json_t *files;
static char   *why_not; /* the result is of today only; NULL: nothing says so yet */

static void only_today(char *why)
{
    why_not = why_not ? why_not : why;
}

static struct timespec begun; /* the first search, by the clock that stamps files */

void inputs_begin(void)
{
    if (begun.tv_sec == 0)
        clock_gettime(CLOCK_REALTIME, &begun);
}

/* It was made, or written to, since then; stamps are late by the ticks of a slow clock. */
static bool is_new(const char *path)
{
    enum { TICKS_NS = 50000000 };
    struct stat s;
    if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    int64_t seconds = s.st_ctim.tv_sec - begun.tv_sec;
    return seconds > 0 || seconds * 1000000000 + s.st_ctim.tv_nsec > begun.tv_nsec - TICKS_NS;
}

/* Nothing that can be looked at again tells what it says. */
static bool is_volatile(const char *path)
{
    static const char *const constant[] = {"/dev/null", "/dev/zero", "/dev/full", "/proc/self/exe", NULL};
    struct stat s;
    if (is_one_of(path, constant) || starts_with(path, "/proc/sys/") || starts_with(path, "/sys/"))
        return false;
    if ((starts_with(path, "/dev/") && !starts_with(path, "/dev/shm/")) || starts_with(path, "/proc/"))
        return true;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

static bool is_known(const char *path, bool whole)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *f = json_array_get(files, i);
        if (strcmp(json_text_at(f, "path"), path) == 0 && (!whole || json_is_true(json_object_get(f, "whole"))))
            return true;
    }
    return false;
}

static void add_file(const char *path, bool whole)
{
    if (is_known(path, whole))
        return;
    if (is_volatile(path))
        only_today(format_text("the program asks about %s", path));
    else if (whole && is_new(path))
        only_today(format_text("%s was written while the check ran", path));
    append(files, input_describe(path, whole));
}

/* Constructors of libraries run before anything is noted of what they read; but for those that compilers add: one, and one for hooks. */
static void add_module(const struct wire_module *m)
{
    size_t added = m->flags & WIRE_MODULE_INSTRUMENTED ? 2 : 1;
    bool apart = m->flags & (WIRE_MODULE_PROGRAM | WIRE_MODULE_RUNTIME) || library_is_systems(path_base(m->path));
    if (!file_exists(m->path))
        return;
    add_file(m->path, false);
    if (!apart && object_constructors(m->path) > added)
        only_today(format_text("constructors of %s run before anything is noted", m->path));
}

static void add_files(const struct wire *w)
{
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++)
        add_module(&w->module[i]);
    for (uint32_t i = 0; i < w->files && i < WIRE_MAX_FILES; i++) {
        if (w->file[i].noted == WIRE_FILE_LOST)
            only_today(format_text("%s", "the program asks about a file with too long a path"));
        else
            add_file(w->file[i].path, true);
    }
    if (w->files > WIRE_MAX_FILES)
        only_today(format_text("the program asks about more than %d files", WIRE_MAX_FILES));
}

/* Ends that say that it would end so whenever it is run. */
static bool ended_by_itself(const struct launch *l)
{
    enum wire_verdict end = wire_ending(l->wire);
    bool whole = end == WIRE_COMPLETE || end == WIRE_BUG || end == WIRE_LIMIT_DEPTH || end == WIRE_PARTIAL;
    return l->end == LAUNCH_DONE && whole && !l->interrupted && !l->out_of_time;
}

void inputs_add(const struct launch *l)
{
    const struct wire *w = l->wire;
    const char *asked = surroundings_asked(w);
    files = files ? files : json_array();
    add_files(w);
    if (!ended_by_itself(l))
        only_today(format_text("%s", "a limit has ended the search, or it has not come to its end"));
    if (l->random_addresses)
        only_today(format_text("%s", "the system does not allow fixed addresses"));
    if (w->writes_real || l->config.writes_real)
        only_today(format_text("%s", "what set-up writes reaches the disk"));
    if (w->met[PREMISE_CHILDREN])
        only_today(format_text("%s", "set-up starts processes"));
    if (w->asked[0])
        only_today(format_text("set-up asks for %.*s", (int)sizeof w->asked - 1, w->asked));
    if (asked)
        only_today(format_text("threads call %s", asked));
}

/* --- the result -------------------------------------------------------------------------------------------------------- */

static const char *why_of_result(const struct report *r)
{
    const struct check_settings *s = r->settings;
    if (r->verdict != VERDICT_VERIFIED && r->verdict != VERDICT_COVERED && r->verdict != VERDICT_BUG)
        return "it is no result";
    if (s->budget || s->series || s->machines || s->log)
        return "there were several searches, in a time that they have shared, or one that goes on with another";
    if (r->unrepeated)
        return "set-up does not leave the same memory each time it is run";
    if (r->rc11 && !r->rc11->decides && (r->rc11->searched || r->rc11->limited))
        return "what RC11 allows was not explored whole";
    for (size_t i = 0; i < r->finding_count; i++)
        if (r->findings[i].doubt || r->findings[i].untimely)
            return "no replay has confirmed a finding";
    return NULL;
}

bool inputs_write(const struct report *r, const char *path)
{
    json_t *o = json_object();
    const char *why = why_of_result(r);
    why = why ? why : why_not;
    put(o, "schema", json_string("mazurka-inputs"));
    put(o, "schema_version", json_integer(1));
    put(o, "lasting", json_boolean(!why && files));
    put(o, "reason", text_or_null(why));
    put(o, "files", files ? json_incref(files) : json_array());
    return json_file_write(o, path) == 0;
}

/* --- the environment --------------------------------------------------------------------------------------------------- */

bool inputs_name_is_in(const char *object, const char *name)
{
    return environment_is_named(object, name);
}

static bool is_counted(const char *variable, const struct strings *objects)
{
    for (size_t i = 0; i < objects->count; i++)
        if (environment_is_named(objects->at[i], variable))
            return true;
    return !environment_is_of_session(variable);
}

char *inputs_environment(const struct strings *objects, bool all)
{
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    for (char **variable = environ; *variable; variable++)
        if (all || is_counted(*variable, objects))
            XXH3_128bits_update(state, *variable, strlen(*variable) + 1);
    XXH128_hash_t h = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return format_text("%016" PRIx64 "%016" PRIx64, (uint64_t)h.high64, (uint64_t)h.low64);
}
