/* fingerprint.c - see fingerprint.h. */
#include "tool/trace/fingerprint.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#define XXH_STATIC_LINKING_ONLY /* a state has a size then */
#include <xxhash.h>

#include "tool/util.h"

char *fingerprint_build_id(const char *path)
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
    char piece[64 * 1024];
    ssize_t got = -1;
    XXH3_state_t state;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    XXH3_64bits_reset(&state);
    f->size = 0;
    while (fd >= 0 && (got = read(fd, piece, sizeof piece)) > 0) {
        XXH3_64bits_update(&state, piece, (size_t)got);
        f->size += (size_t)got;
    }
    if (fd >= 0)
        close(fd);
    f->digest = XXH3_64bits_digest(&state);
    f->build_id = got < 0 ? NULL : fingerprint_build_id(path);
    return got == 0;
}

bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
    if (a->build_id && b->build_id)
        return strcmp(a->build_id, b->build_id) == 0;
    return a->size == b->size && a->digest == b->digest;
}
