/* cache.c - tables of dead values, kept from one check to the next: by the content of the program's file, because a build id can be
 * given by hand, and by that of the tool, whose analysis may have changed. A damaged or foreign file is as good as none. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tool/liveness/image.h"
#include "tool/liveness/liveness.h"
#include "tool/trace/fingerprint.h"
#include "tool/util.h"

/* NULL where there is no home. */
static char *cache_directory(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return format_text("%s/mazurka/liveness", cache);
    return home && *home == '/' ? format_text("%s/.cache/mazurka/liveness", home) : NULL;
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

static char *cache_file(const char *directory, const char *path)
{
    struct fingerprint program;
    const char *tool = tool_name();
    if (!tool || !fingerprint_of(path, &program))
        return NULL;
    return format_text("%s/%016" PRIx64 "-%s-%d", directory, program.digest, tool, LIVENESS_VERSION);
}

/* A table is followed by its digest: a wrong one would make wrong verdicts. */
static bool is_undamaged(const char *content, size_t *size)
{
    uint64_t digest;
    if (!content || *size < sizeof digest)
        return false;
    *size -= sizeof digest;
    memcpy(&digest, content + *size, sizeof digest);
    return digest == XXH3_64bits(content, *size) && liveness_is_sound(content, *size);
}

static bool read_cached(const char *file, const struct image *image, struct liveness *result)
{
    size_t size;
    char *content = read_whole_file(file, &size);
    struct liveness_header *h = (struct liveness_header *)content;
    if (is_undamaged(content, &size) && h->build_id_size == image->build_id_size
        && memcmp(h->build_id, image->build_id, h->build_id_size) == 0 && h->machine == (uint32_t)image->architecture->machine) {
        *result = (struct liveness){.table = h, .size = size};
        utimensat(AT_FDCWD, file, NULL, 0);
        return true;
    }
    free(content);
    return false;
}

static bool make_directories(const char *path)
{
    char *copy = format_text("%s", path);
    for (char *slash = copy + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(copy, 0700) == 0 || errno == EEXIST;
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

/* Whole or not at all; that it cannot be written is nobody's concern. */
static void write_cached(const char *directory, const char *file, const struct liveness *result)
{
    if (!make_directories(directory))
        return;
    char *temporary = format_text("%s.%ld", file, (long)getpid());
    FILE *out = fopen(temporary, "wbe");
    if (!out)
        return;
    uint64_t digest = XXH3_64bits(result->table, result->size);
    bool written = fwrite(result->table, 1, result->size, out) == result->size && fwrite(&digest, sizeof digest, 1, out) == 1;
    written &= fclose(out) == 0;
    if (!written || rename(temporary, file) != 0)
        unlink(temporary);
    prune(directory, digest);
}

bool liveness_table(const char *path, struct liveness *result, char **why)
{
    struct image *image = image_open(path, why);
    if (!image)
        return false;
    char *directory = image->build_id_size ? cache_directory() : NULL, *file = directory ? cache_file(directory, path) : NULL;
    bool cached = file && read_cached(file, image, result);
    image_close(image);
    if (cached)
        return true;
    if (!liveness_analyse(path, result, why))
        return false;
    if (file)
        write_cached(directory, file, result);
    return true;
}
