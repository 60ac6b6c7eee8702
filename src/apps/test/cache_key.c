/* cache_key.c - see cache_key.h. */
#include "apps/test/cache_key.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "apps/test/program_sources.h"
#include "tool/binary/elf/objects.h"
#include "tool/cli/check_settings.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sha256.h"
#include "tool/commands/checking.h"
#include "tool/commands/result_inputs.h"
#include "tool/run/loaded_libraries.h"

enum { KEY_VERSION = 1 };

/* --- files ------------------------------------------------------------------------------------------------------------- */

static void add_file(json_t *files, const char *path)
{
    append(files, input_describe(path, false));
}

static void add_all(json_t *files, const struct strings *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        add_file(files, paths->at[i]);
}

static int is_ours(const struct dirent *entry)
{
    return starts_with(entry->d_name, "libmazurka");
}

static void add_mazurka(json_t *files)
{
    struct dirent **entries = NULL;
    int count = scandir(self_library_dir(), &entries, is_ours, alphasort);
    add_file(files, self_path());
    for (int i = 0; i < count; i++)
        add_file(files, path_join(self_library_dir(), entries[i]->d_name));
}

/* Options that name files which are read: any value that is the name of one. */
static void add_values(json_t *files, const struct strings *options)
{
    for (size_t i = 0; i < options->count; i++) {
        const char *value = strchr(options->at[i], '=');
        if (value && file_exists(value + 1))
            add_file(files, value + 1);
    }
}

/* --- the machine ------------------------------------------------------------------------------------------------------- */

/* First line, of a file of /proc, that begins with each of these words. */
static char *lines_of(const char *path, const char *const *words, char *text)
{
    char *content = read_whole_file(path, NULL);
    for (; content && *words; words++) {
        char *line = starts_with(content, *words) ? content : strstr(content, format_text("\n%s", *words));
        line = line && *line == '\n' ? line + 1 : line;
        if (line)
            text = format_text("%s%.*s\n", text, (int)strcspn(line, "\n"), line);
    }
    free(content);
    return text;
}

static char *limits(char *text)
{
    struct rlimit limit;
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (getrlimit((__rlimit_resource_t)i, &limit) == 0)
            text = format_text("%s%ju %ju\n", text, (uintmax_t)limit.rlim_cur, (uintmax_t)limit.rlim_max);
    return text;
}

/* What programs can ask of it at any time, and what does not change by itself. Its name is none of that: it is noted if somebody asks. */
static char *machine(void)
{
    static const char *const processor[] = {"model name", "flags", "Features", "microcode", NULL};
    static const char *const process[] = {"Umask:", "Uid:", "Gid:", "Groups:", "SigBlk:", "SigIgn:", "CapEff:", "NoNewPrivs:", "Seccomp:",
        "Cpus_allowed:", NULL};
    struct utsname system;
    char *text = lines_of("/proc/self/status", process, lines_of("/proc/cpuinfo", processor, limits(format_text("%s", ""))));
    for (int name = 0; name < 256; name++)
        if (name != _SC_AVPHYS_PAGES)
            text = format_text("%s%ld ", text, sysconf(name));
    return uname(&system) == 0 ? format_text("%s\n%s %s %s", text, system.release, system.version, system.machine) : text;
}

/* --- the whole --------------------------------------------------------------------------------------------------------- */

/* An option of these says more than what is explored: it writes a file, or divides a time. */
static const char *option_against(const struct strings *options)
{
    static const char *const others[] = {"checkpoint", "mpi", "budget", "series", "no-trace", NULL};
    for (size_t i = 0; i < options->count; i++) {
        const struct option_row *row = option_of_word(check_options, options->at[i]);
        if (row && is_one_of(row->name, others))
            return row->name;
        for (int k = 0; row && check_writes(k); k++)
            if (strcmp(row->name, check_writes(k)) == 0)
                return row->name;
    }
    return NULL;
}

static const char *why_not(const struct test_settings *s, const struct strings *options)
{
    const char *option = option_against(options);
    return s->hunt ? "--hunt does not explore all" : option ? format_text("--%s has effects of its own", option) : NULL;
}

/* One that reads the environment as a whole may read any variable. */
static bool reads_whole_environment(const struct strings *objects)
{
    static const char *const names[] = {"environ=", "_environ=", "__environ="};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < objects->count; k++)
            if (inputs_name_is_in(objects->at[k], names[i]))
                return true;
    return false;
}

static char *environment(const char *program, const struct program_sources *sources)
{
    struct strings objects = {0};
    strings_add(&objects, program);
    strings_append(&objects, loaded_libraries(program));
    strings_append(&objects, foreign_libraries(program));
    return inputs_environment(&objects, sources->whole_environment || reads_whole_environment(&objects));
}

json_t *cache_key_base(const struct test_settings *s, const char **why)
{
    struct strings options = {0}, libraries = every_library(s->program);
    options_words(check_options, CHECK_VARIABLE, &options);
    strings_append(&options, &s->check);
    char *folder = realpath(".", NULL), *program = realpath(s->program, NULL);
    *why = why_not(s, &options);
    if (*why || !folder || !program)
        return NULL;
    struct program_sources sources = program_sources_of(program);
    json_t *base = json_object(), *files = json_array();
    add_mazurka(files);
    add_file(files, program);
    add_all(files, &libraries);
    add_file(files, "/etc/ld.so.cache");
    add_file(files, "/etc/ld.so.preload");
    add_all(files, &sources.files);
    add_values(files, &options);
    put(base, "version", json_integer(KEY_VERSION));
    put(base, "mazurka", json_string(MZ_VERSION));
    put(base, "program", text_or_null(s->program));
    put(base, "folder", text_or_null(folder));
    put(base, "machine", text_or_null(machine()));
    put(base, "environment", json_string(environment(program, &sources)));
    put(base, "options", texts_of(&options));
    put(base, "files", files);
    return base;
}

char *cache_key_of(const json_t *base, const struct strings *words, const char *variable)
{
    json_t *key = json_pack("{s:O, s:o, s:o}", "base", base, "words", texts_of(words), "variable", text_or_null(variable));
    char *text = key ? json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS) : NULL, *digest = allocate(SHA256_TEXT);
    if (!text)
        die("out of memory");
    sha256(text, strlen(text), digest);
    free(text);
    json_decref(key);
    return digest;
}
