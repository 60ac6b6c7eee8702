/* fingerprint.c - see fingerprint.h. */
#include "tool/binary/elf/fingerprint.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#define XXH_STATIC_LINKING_ONLY /* a state has a size then */
#include <xxhash.h>

#include "tool/cli/util.h"

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

/* The names of its symbols, whatever else is among the strings. */
static void add_names(XXH3_state_t *state, Elf *elf, Elf_Data *data, const GElf_Shdr *header)
{
    GElf_Sym symbol;
    for (int i = 0; header->sh_entsize && (size_t)i < header->sh_size / header->sh_entsize && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (name)
            XXH3_64bits_update(state, name, strlen(name) + 1);
    }
}

static bool is_content(const GElf_Shdr *h)
{
    bool of_linker = h->sh_type == SHT_NOTE || h->sh_type == SHT_STRTAB || h->sh_type == SHT_DYNAMIC || h->sh_type == SHT_GNU_verneed
        || h->sh_type == SHT_GNU_HASH || h->sh_type == SHT_HASH;
    return h->sh_flags & SHF_ALLOC && h->sh_type != SHT_NOBITS && !of_linker;
}

/* Positions of code and variables count: schedules name memory by that. */
static void add_section(XXH3_state_t *state, Elf *elf, Elf_Scn *section, struct fingerprint *f)
{
    GElf_Shdr header;
    Elf_Data *data = gelf_getshdr(section, &header) && is_content(&header) ? elf_getdata(section, NULL) : NULL;
    if (!data || !data->d_buf)
        return;
    if (header.sh_type == SHT_DYNSYM) {
        add_names(state, elf, data, &header);
        return;
    }
    if (header.sh_flags & (SHF_EXECINSTR | SHF_WRITE))
        XXH3_64bits_update(state, &header.sh_addr, sizeof header.sh_addr);
    XXH3_64bits_update(state, data->d_buf, data->d_size);
    f->size += data->d_size;
}

/* Names of variables and functions, in whatever order; not paths. */
static uint64_t sum_of_names(Elf_Scn *section)
{
    GElf_Shdr header;
    uint64_t sum = 0;
    if (gelf_getshdr(section, &header) && header.sh_flags & SHF_COMPRESSED)
        elf_compress(section, 0, 0);
    Elf_Data *data = elf_getdata(section, NULL);
    const char *at = data ? data->d_buf : NULL, *end = at ? at + data->d_size : NULL;
    for (size_t length; at && at < end; at += length + 1) {
        length = strnlen(at, (size_t)(end - at));
        sum += memchr(at, '/', length) ? 0 : XXH3_64bits(at, length);
    }
    return sum;
}

static bool is_named(Elf *elf, Elf_Scn *section, const char *name)
{
    GElf_Shdr header;
    size_t strings;
    bool known = elf_getshdrstrndx(elf, &strings) == 0 && gelf_getshdr(section, &header);
    const char *own = known ? elf_strptr(elf, strings, header.sh_name) : NULL;
    return own && strcmp(own, name) == 0;
}

bool fingerprint_of_code(const char *path, struct fingerprint *f)
{
    XXH3_state_t state;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    XXH3_64bits_reset(&state);
    f->size = 0;
    uint64_t names = 0;
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        add_section(&state, elf, section, f);
        names += is_named(elf, section, ".debug_str") ? sum_of_names(section) : 0;
    }
    f->digest = XXH3_64bits_digest(&state) ^ names;
    f->build_id = fingerprint_build_id(path);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return f->size > 0 || fingerprint_of(path, f);
}

bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b)
{
    if (a->build_id && b->build_id && strcmp(a->build_id, b->build_id) == 0)
        return true;
    return a->digest && a->digest == b->digest && (a->size == b->size || a->size == 0 || b->size == 0);
}
