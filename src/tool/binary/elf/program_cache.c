/* program_cache.c - see program_cache.h. */
#include "tool/binary/elf/program_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <xxhash.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/cli/util.h"

static bool off; /* for the whole command: all of it is asked for at once */

void program_cache_turn_off(void)
{
    off = true;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == path ? format_text("/") : format_text("%.*s", (int)(slash - path), path);
}

/* None is made where there is no home, not by root either. */
char *program_cache_folder(const char *kind)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return file_exists(folder_of(cache)) ? format_text("%s/mazurka/%s", cache, kind) : NULL;
    return home && *home == '/' && file_exists(home) ? format_text("%s/.cache/mazurka/%s", home, kind) : NULL;
}

/* Our own build id was not given by hand. */
static char *tool_name(void)
{
    struct fingerprint tool;
    char *id = fingerprint_build_id(self_path());
    if (!id && fingerprint_of(self_path(), &tool))
        id = format_text("%016" PRIx64, tool.digest);
    return id;
}

char *program_cache_file(const char *kind, unsigned version, const char *path, const char *more)
{
    const char *directory = off ? NULL : program_cache_folder(kind);
    return directory ? program_cache_file_in(directory, version, path, more) : NULL;
}

char *program_cache_file_in(const char *directory, unsigned version, const char *path, const char *more)
{
    struct fingerprint program;
    const char *tool = tool_name();
    if (!tool || !fingerprint_of(path, &program))
        return NULL;
    char *rest = more ? format_text("-%016" PRIx64, (uint64_t)XXH3_64bits(more, strlen(more))) : format_text("%s", "");
    return format_text("%s/%016" PRIx64 "-%" PRIu64 "%s-%s-%u", directory, program.digest, program.size, rest, tool, version);
}

/* The content is followed by its digest: a wrong one would make wrong verdicts. */
char *program_cache_read(const char *file, size_t *size)
{
    uint64_t digest;
    char *content = read_whole_file(file, size);
    if (content && *size >= sizeof digest) {
        *size -= sizeof digest;
        memcpy(&digest, content + *size, sizeof digest);
        if (digest == XXH3_64bits(content, *size))
            return content;
    }
    free(content);
    return NULL;
}

void program_cache_used(const char *file)
{
    utimensat(AT_FDCWD, file, NULL, 0);
}

/* What was not used for a month goes. All files are looked at for that: now and then is enough. */
static void prune(const char *directory, uint64_t digest)
{
    DIR *entries = digest % 64 == 0 ? opendir(directory) : NULL;
    time_t oldest = time(NULL) - 30 * 24 * 3600;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (fstatat(dirfd(entries), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode) && status.st_mtime < oldest)
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries)
        closedir(entries);
}

/* Whole or not at all. */
void program_cache_write(const char *file, const void *content, size_t size)
{
    char *directory = format_text("%.*s", (int)(strrchr(file, '/') - file), file);
    if (!make_folders(file))
        return;
    char *temporary = format_text("%s.%ld", file, (long)getpid());
    FILE *out = fopen(temporary, "wbe");
    if (!out)
        return;
    uint64_t digest = XXH3_64bits(content, size);
    bool written = fwrite(content, 1, size, out) == size && fwrite(&digest, sizeof digest, 1, out) == 1;
    written &= fclose(out) == 0;
    if (!written || rename(temporary, file) != 0)
        unlink(temporary);
    prune(directory, digest);
}

/* --- how much there is --------------------------------------------------------------------------------------------------- */

struct cached {
    char         *path;
    struct timespec used;
    uint64_t      size;
};

static int by_use(const void *a, const void *b)
{
    const struct timespec *x = &((const struct cached *)a)->used, *y = &((const struct cached *)b)->used;
    return x->tv_sec != y->tv_sec ? (x->tv_sec < y->tv_sec ? -1 : 1) : (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static struct cached *files_in(const char *directory, size_t *count)
{
    struct cached *all = NULL;
    DIR *entries = opendir(directory);
    *count = 0;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
            continue;
        all = resize(all, (*count + 1) * sizeof *all);
        all[(*count)++] = (struct cached){path_join(directory, entry->d_name), status.st_mtim, (uint64_t)status.st_size};
    }
    if (entries)
        closedir(entries);
    return all;
}

void program_cache_bound(const char *directory, uint64_t most)
{
    size_t count;
    uint64_t bytes = 0;
    struct cached *all = files_in(directory, &count);
    if (count)
        qsort(all, count, sizeof *all, by_use);
    for (size_t i = count; i > 0; i--) {
        bytes += all[i - 1].size;
        if (bytes > most)
            unlink(all[i - 1].path);
    }
    free(all);
}
