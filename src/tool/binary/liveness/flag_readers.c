/* flag_readers.c - does a file's code look at floating-point exceptions by instructions of its own (a builtin, inline assembly), not by
 * functions of the C library? All of its code is looked at, with hooks or without. */
#include <string.h>

#include "tool/binary/liveness/image.h"
#include "tool/cli/util.h"

/* ModR/M of an operand in memory, with this number in the place of a register. */
static bool in_memory(uint8_t modrm, unsigned number)
{
    return modrm >> 6 != 3 && (modrm >> 3 & 7) == number;
}

/* stmxcsr, with VEX too, fxsave, xsave and its kin; fnstsw, fnstenv, fnsave. Three bytes that may begin in the midst of another one. */
static bool looks_like_reader_x86_64(const uint8_t *at)
{
    switch (at[0]) {
    case 0x0f: return (at[1] == 0xae && (in_memory(at[2], 0) || in_memory(at[2], 3) || in_memory(at[2], 4) || in_memory(at[2], 6))) ||
                      (at[1] == 0xc7 && (in_memory(at[2], 4) || in_memory(at[2], 5)));
    case 0x78:
    case 0xf8: return at[1] == 0xae && in_memory(at[2], 3);
    case 0xdf: return at[1] == 0xe0;
    case 0xdd: return in_memory(at[1], 6) || in_memory(at[1], 7);
    case 0xd9: return in_memory(at[1], 6);
    default: return false;
    }
}

/* mrs Xt, fpsr */
static bool is_reader_aarch64(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return (word & 0xffffffe0u) == 0xd53b4420u;
}

static bool is_reader_x86_64(const cs_insn *i)
{
    static const char *const names[] = {"stmxcsr", "vstmxcsr", "fxsave", "xsave", "fnstsw", "fstsw", "fnstenv", "fnsave"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (starts_with(i->mnemonic, names[n]))
            return true;
    return false;
}

static bool may_read(const struct image *image, const uint8_t *bytes, size_t size)
{
    bool arm = image->architecture->machine == EM_AARCH64;
    for (size_t at = 0; at + 4 <= size; at += arm ? 4 : 1)
        if (arm ? is_reader_aarch64(bytes + at) : looks_like_reader_x86_64(bytes + at))
            return true;
    return false;
}

/* Instructions one after the other, from the start of each function on: what is none is stepped over. */
static bool reads(struct image *image, uint64_t lo, const uint8_t *bytes, size_t left)
{
    cs_insn *i = cs_malloc(image->handle);
    bool found = false;
    while (left && !found) {
        const struct image_function *f = image_function_at(image, lo);
        size_t piece = f && f->end > lo && f->end - lo < left ? f->end - lo : left, rest = piece;
        while (rest && !found) {
            if (cs_disasm_iter(image->handle, &bytes, &rest, &lo, i))
                found = is_reader_x86_64(i);
            else
                bytes++, lo++, rest--;
        }
        left -= piece;
    }
    cs_free(i, 1);
    return found;
}

bool image_reads_flags(struct image *image, bool surely)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(image->elf, section));) {
        GElf_Shdr header;
        bool code = gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR && header.sh_size;
        const uint8_t *bytes = code ? image_at(image, header.sh_addr, header.sh_size) : NULL;
        if (!bytes || !may_read(image, bytes, header.sh_size))
            continue;
        if (!surely || image->architecture->machine == EM_AARCH64 || reads(image, header.sh_addr, bytes, header.sh_size))
            return true;
    }
    return false;
}
