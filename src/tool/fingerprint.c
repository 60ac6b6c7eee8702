/* fingerprint.c - see fingerprint.h. */
#include "tool/fingerprint.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tool/util.h"

static char *read_build_id(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    const void *bytes = NULL;
    ssize_t length = elf ? dwelf_elf_gnu_build_id(elf, &bytes) : 0;
    char *text = length > 0 ? allocate(2 * (size_t)length + 1) : NULL;
    static const char digits[] = "0123456789abcdef";
    for (ssize_t i = 0; i < length; i++) {
        unsigned byte = ((const unsigned char *)bytes)[i];
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return text;
}

bool fingerprint_of(const char *path, struct fingerprint *f)
{
    size_t length;
    char *content = read_whole_file(path, &length);
    if (!content)
        return false;
    f->digest = XXH3_64bits(content, length);
    f->size = length;
    f->build_id = read_build_id(path);
    free(content);
    return true;
}

bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
    if (a->build_id && b->build_id)
        return strcmp(a->build_id, b->build_id) == 0;
    return a->size == b->size && a->digest == b->digest;
}
