/* cache.c - tables of dead values, kept from one check to the next (program_cache.h). */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/program_cache.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/liveness/liveness.h"
#include "tool/cli/util.h"

static bool read_cached(const char *file, const struct image *image, struct liveness *result)
{
    size_t size;
    char *content = program_cache_read(file, &size);
    struct liveness_header *h = (struct liveness_header *)content;
    if (content && liveness_is_sound(content, size) && h->build_id_size == image->build_id_size
        && memcmp(h->build_id, image->build_id, h->build_id_size) == 0 && h->machine == (uint32_t)image->architecture->machine) {
        *result = (struct liveness){.table = h, .size = size};
        program_cache_used(file);
        return true;
    }
    free(content);
    return false;
}

bool liveness_may_read_flags(const char *path)
{
    char *why;
    struct image *image = image_open(path, &why);
    bool may = !image || image_reads_flags(image, false);
    if (image)
        image_close(image);
    return may;
}

bool liveness_table(const char *path, struct liveness *result, char **why)
{
    struct image *image = image_open(path, why);
    if (!image)
        return false;
    char *file = image->build_id_size ? program_cache_file("liveness", LIVENESS_VERSION, path, NULL) : NULL;
    bool cached = file && read_cached(file, image, result);
    image_close(image);
    if (cached)
        return true;
    if (!liveness_analyse(path, result, why))
        return false;
    if (file)
        program_cache_write(file, result->table, result->size);
    return true;
}
