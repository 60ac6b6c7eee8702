/* cache.c - tables of dead values, kept by build id from one check to the next. A damaged or foreign file is as good as none. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/liveness/image.h"
#include "tool/liveness/liveness.h"
#include "tool/util.h"

/* NULL where there is no home. */
static char *cache_directory(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return format_text("%s/mazurka/liveness", cache);
    return home && *home == '/' ? format_text("%s/.cache/mazurka/liveness", home) : NULL;
}

static char *cache_file(const char *directory, const struct image *image)
{
    char name[2 * sizeof image->build_id + 1] = "";
    for (uint32_t i = 0; i < image->build_id_size; i++)
        snprintf(name + 2 * i, 3, "%02x", image->build_id[i]);
    return format_text("%s/%s-%d", directory, name, LIVENESS_VERSION);
}

static bool read_cached(const char *file, const struct image *image, struct liveness *result)
{
    size_t size;
    char *content = read_whole_file(file, &size);
    struct liveness_header *h = (struct liveness_header *)content;
    if (content && liveness_is_sound(content, size) && h->build_id_size == image->build_id_size
        && memcmp(h->build_id, image->build_id, h->build_id_size) == 0 && h->machine == (uint32_t)image->architecture->machine) {
        *result = (struct liveness){.table = h, .size = size};
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

/* Whole or not at all; that it cannot be written is nobody's concern. */
static void write_cached(const char *directory, const char *file, const struct liveness *result)
{
    if (!make_directories(directory))
        return;
    char *temporary = format_text("%s.%ld", file, (long)getpid());
    FILE *out = fopen(temporary, "wbe");
    if (!out)
        return;
    bool written = fwrite(result->table, 1, result->size, out) == result->size;
    written &= fclose(out) == 0;
    if (!written || rename(temporary, file) != 0)
        unlink(temporary);
}

bool liveness_table(const char *path, struct liveness *result, char **why)
{
    struct image *image = image_open(path, why);
    if (!image)
        return false;
    char *directory = image->build_id_size ? cache_directory() : NULL, *file = directory ? cache_file(directory, image) : NULL;
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
