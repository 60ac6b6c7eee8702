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

/* NULL where there is no home: none is made, not by root either. */
static char *directory_of(const char *kind)
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
    struct fingerprint program;
    const char *directory = off ? NULL : directory_of(kind), *tool = directory ? tool_name() : NULL;
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
