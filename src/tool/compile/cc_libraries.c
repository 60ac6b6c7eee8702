/* cc_libraries.c - libraries without hooks whose sources the system has beside them (GoogleTest): a program is linked with the same
 * library, compiled from these sources with hooks. See cc.h. */
#include "tool/compile/cc.h"

#include <fts.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "tool/binary/elf/program_cache.h"
#include "tool/cli/result_file.h"

#define GOOGLETEST "/usr/src/googletest/googletest/"
#define GOOGLEMOCK "/usr/src/googletest/googlemock/"

static const struct hooked {
    const char *name, *source;
    const char *includes[2]; /* folders */
} libraries[] = {
    {"gtest", GOOGLETEST "src/gtest-all.cc", {GOOGLETEST, NULL}},
    {"gtest_main", GOOGLETEST "src/gtest_main.cc", {GOOGLETEST, NULL}},
    {"gmock", GOOGLEMOCK "src/gmock-all.cc", {GOOGLEMOCK, GOOGLETEST}},
    {"gmock_main", GOOGLEMOCK "src/gmock_main.cc", {GOOGLEMOCK, GOOGLETEST}},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries, CACHE_VERSION = 1 };

/* --- which ------------------------------------------------------------------------------------------------------------------- */

static bool is_in(const char *folder, const char *name)
{
    return file_exists(format_text("%s/lib%s.a", folder, name)) || file_exists(format_text("%s/lib%s.so", folder, name));
}

/* Has the user a library of this name in one of the folders that are searched before the system's? */
static bool has_own(const struct cc *cc, const char *name)
{
    for (size_t i = 0; i < cc->arguments.count; i++) {
        const char *word = cc->arguments.at[i];
        if (!starts_with(word, "-L"))
            continue;
        const char *folder = word[2] ? word + 2 : cc->arguments.at[i + 1];
        if (folder && is_in(folder, name))
            return true;
    }
    const char *folders = getenv("LIBRARY_PATH");
    char *all = format_text("%s:/usr/local/lib:/usr/local/lib64", folders ? folders : ""), *rest = NULL;
    for (char *folder = strtok_r(all, ":", &rest); folder; folder = strtok_r(NULL, ":", &rest))
        if (is_in(folder, name))
            return true;
    return false;
}

/* The library that a word of the command line stands for: -lgtest, /usr/lib/…/libgtest.a. */
static const struct hooked *library_of(const struct cc *cc, const char *word)
{
    for (size_t i = 0; i < LIBRARIES; i++) {
        const struct hooked *h = &libraries[i];
        bool by_path = starts_with(word, "/usr/lib/") && strcmp(path_base(word), format_text("lib%s.a", h->name)) == 0;
        bool by_name = starts_with(word, "-l") && strcmp(word + 2, h->name) == 0 && !has_own(cc, h->name);
        if ((by_path || by_name) && file_exists(h->source))
            return h;
    }
    return NULL;
}

/* --- compiled ---------------------------------------------------------------------------------------------------------------- */

/* What the user's code and the library must agree on. */
static struct strings abi_of(const struct cc *cc)
{
    static const char *const prefixes[] = {"-m", "-stdlib=", "-D_GLIBCXX_", "-fshort-", "-fno-rtti", "-fno-exceptions"};
    struct strings words = {0};
    for (size_t i = 0; i < cc->arguments.count; i++)
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
            if (starts_with(cc->arguments.at[i], prefixes[k]))
                strings_add(&words, cc->arguments.at[i]);
    return words;
}

static bool compile(const struct cc *user, const struct hooked *h, const struct strings *abi, const char *object)
{
    struct cc cc = {.compiler = user->compiler, .clang = user->clang, .cxx = true, .optimize = user->optimize};
    struct strings words = {0};
    strings_add(&words, "-g");
    strings_add(&words, "-c");
    strings_append(&words, abi);
    for (size_t i = 0; i < 2 && h->includes[i]; i++) {
        strings_addf(&words, "-I%s", h->includes[i]);
        strings_addf(&words, "-I%sinclude", h->includes[i]);
    }
    strings_add(&words, h->source);
    strings_add(&words, "-o");
    strings_add(&words, object);
    cc_read(&cc, &words);
    struct strings command = cc_build(&cc);
    return cc_run(&command) == 0;
}

static bool archive(const char *object, const char *file)
{
    int status;
    char *words[] = {(char *)"ar", (char *)"rcs", (char *)file, (char *)object, NULL};
    capture_process(words, &status);
    return status == 0;
}

/* The cache has the digest of the archive, which lies beside it: a linker takes it by its name. */
static bool is_kept(const char *file, const char *path)
{
    size_t size, length = 0;
    char *digest = program_cache_read(file, &size), *content = digest ? read_whole_file(path, &length) : NULL;
    uint64_t now = content ? XXH3_64bits(content, length) : 0;
    bool same = content && size == sizeof now && memcmp(digest, &now, sizeof now) == 0;
    free(content);
    free(digest);
    if (same) {
        program_cache_used(file);
        program_cache_used(path);
    }
    return same;
}

/* The path of the archive: where it cannot be kept, one that goes with us. NULL: there is none. */
static const char *make(const struct cc *cc, const struct hooked *h, const struct strings *abi, const char *file, const char *path)
{
    const char *folder = temp_directory(), *object = path_join(folder, format_text("%s.o", h->name));
    const char *made = path_join(folder, format_text("lib%s.a", h->name));
    size_t length;
    warn("compiling lib%s with hooks, from %s: once for each compiler%s", h->name, h->source,
        path ? "" : ", if there is a folder to keep it in (HOME, XDG_CACHE_HOME)");
    char *content = compile(cc, h, abi, object) && archive(object, made) ? read_whole_file(made, &length) : NULL;
    unlink(object);
    if (!content) {
        warn("lib%s could not be compiled with hooks: it is linked as it is", h->name);
        return NULL;
    }
    uint64_t digest = XXH3_64bits(content, length);
    if (path)
        program_cache_write(file, &digest, sizeof digest);
    bool kept = path && result_write(path, content, length) == 0;
    free(content);
    return kept ? path : made;
}

/* What all files below a folder are: the sources themselves are only #includes. */
static void add_files(struct strings *key, const char *root)
{
    char *const roots[] = {(char *)root, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    uint64_t sum = 0;
    for (FTSENT *e = tree ? fts_read(tree) : NULL; e; e = fts_read(tree))
        if (e->fts_info == FTS_F) {
            const char *is = format_text("%s %jd %jd", e->fts_path, (intmax_t)e->fts_statp->st_size, (intmax_t)e->fts_statp->st_mtime);
            sum += XXH3_64bits(is, strlen(is)); /* in whatever order they come */
        }
    if (tree)
        fts_close(tree);
    strings_addf(key, "%016" PRIx64, sum);
}

/* Its path, or NULL. */
static const char *hooked_library(const struct cc *cc, const struct hooked *h, bool *made)
{
    struct strings abi = abi_of(cc), key = {0};
    strings_append(&key, &cc->compiler);
    strings_append(&key, &abi);
    const char *compiler = find_command(cc->compiler.at[0]);
    char *resolved = compiler ? realpath(compiler, NULL) : NULL;
    strings_add(&key, resolved ? resolved : "");
    for (size_t i = 0; i < 2 && h->includes[i]; i++)
        add_files(&key, h->includes[i]);
    const char *file = program_cache_file("libraries", CACHE_VERSION, h->source, strings_command(&key));
    const char *path = file ? format_text("%s.a", file) : NULL;
    if (path && is_kept(file, path))
        return path;
    *made = true;
    return make(cc, h, &abi, file, path);
}

/* Behind -x a path would be a source, but not a word for the linker. */
static char *word_for(const struct cc *cc, const char *path)
{
    for (size_t i = 0; i < cc->arguments.count; i++)
        if (starts_with(cc->arguments.at[i], "-x") || starts_with(cc->arguments.at[i], "--language"))
            return format_text("-Wl,%s", path);
    return format_text("%s", path);
}

bool cc_take_libraries(struct cc *cc)
{
    bool made = false;
    for (size_t i = 0; cc->links && !cc->relocatable && i < cc->arguments.count; i++) {
        const struct hooked *h = library_of(cc, cc->arguments.at[i]);
        const char *path = h ? hooked_library(cc, h, &made) : NULL;
        if (path)
            cc->arguments.at[i] = word_for(cc, path);
    }
    return made;
}
