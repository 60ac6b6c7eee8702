/* exceptions.c - landing pads of calls that throw: .eh_frame and the language-specific tables that it names.
 *
 * Functions compiled with -fexceptions have them also in C: unwinding must pass __tsan_func_exit. The formats are those of
 * the Linux Standard Base ("Exception Frames") and of gcc's unwinder for C and C++.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/image.h"
#include "tool/cli/util.h"

/* Encodings of pointers. */
enum { AS_OMITTED = 0xff, FORM = 0x0f, RELATION = 0x70, INDIRECT = 0x80, TO_ITSELF = 0x10 };
enum { ABSOLUTE = 0, ULEB128 = 1, UDATA2 = 2, UDATA4 = 3, UDATA8 = 4, SLEB128 = 9, SDATA2 = 10, SDATA4 = 11, SDATA8 = 12 };

/* Bytes with their address; `failed` once something was not there or not known. */
struct reader {
    const uint8_t *at, *end;
    uint64_t       address;
    bool           failed;
};

static uint64_t read_fixed(struct reader *r, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(r->end - r->at) < size) {
        r->failed = true;
        return 0;
    }
    memcpy(&value, r->at, size); /* both architectures are little-endian */
    r->at += size;
    r->address += size;
    return value;
}

static uint64_t read_leb(struct reader *r, bool sign)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = (uint8_t)read_fixed(r, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && !r->failed);
    return sign && byte & 0x40 && shift < 64 ? value | ~0ull << shift : value;
}

static uint64_t read_form(struct reader *r, unsigned form)
{
    switch (form & FORM) {
    case ABSOLUTE:
    case UDATA8:
    case SDATA8:
        return read_fixed(r, 8);
    case ULEB128:
        return read_leb(r, false);
    case SLEB128:
        return read_leb(r, true);
    case UDATA2:
        return read_fixed(r, 2);
    case SDATA2:
        return (uint64_t)(int16_t)read_fixed(r, 2);
    case UDATA4:
        return read_fixed(r, 4);
    case SDATA4:
        return (uint64_t)(int32_t)read_fixed(r, 4);
    default:
        r->failed = true;
        return 0;
    }
}

static uint64_t read_pointer(struct reader *r, unsigned encoding)
{
    uint64_t here = r->address, value = read_form(r, encoding);
    if ((encoding & RELATION) == TO_ITSELF)
        return value ? value + here : 0;
    r->failed |= (encoding & RELATION) != 0;
    return value;
}

/* --- the table of one function ---------------------------------------------------------------------------------------- */

static void add_pad(struct image *image, uint64_t start, uint64_t end, uint64_t landing)
{
    if (image->pad_count % 64 == 0)
        image->pads = resize(image->pads, (image->pad_count + 64) * sizeof *image->pads);
    image->pads[image->pad_count++] = (struct image_pad){start, end, landing};
}

static bool read_table(struct image *image, uint64_t start, uint64_t table)
{
    struct reader r = {.address = table};
    for (size_t i = 0; i < image->byte_count; i++) {
        const struct image_bytes *b = &image->bytes[i];
        if (b->data && table >= b->start && table < b->end)
            r.at = b->data + (table - b->start), r.end = b->data + (b->end - b->start);
    }
    unsigned encoding = (unsigned)read_fixed(&r, 1);
    uint64_t landings = encoding == AS_OMITTED ? start : read_pointer(&r, encoding);
    encoding = (unsigned)read_fixed(&r, 1);
    if (encoding != AS_OMITTED)
        read_leb(&r, false);
    encoding = (unsigned)read_fixed(&r, 1);
    uint64_t length = read_leb(&r, false);
    if (r.failed || length > (uint64_t)(r.end - r.at))
        return false;
    r.end = r.at + length;
    while (r.at < r.end && !r.failed) {
        uint64_t from = read_form(&r, encoding), size = read_form(&r, encoding), landing = read_form(&r, encoding);
        read_leb(&r, false);
        if (landing)
            add_pad(image, start + from, start + from + size, landings + landing);
    }
    return !r.failed;
}

/* --- all of them ------------------------------------------------------------------------------------------------------ */

struct cie_facts {
    unsigned pointers, tables; /* encodings */
    bool     has_table, known;
};

static struct cie_facts read_cie(const Dwarf_CIE *cie)
{
    struct cie_facts facts = {.pointers = ABSOLUTE, .tables = AS_OMITTED, .known = cie->augmentation[0] == 'z'};
    struct reader r = {cie->augmentation_data, cie->augmentation_data + cie->augmentation_data_size, 0, false};
    for (const char *letter = cie->augmentation + facts.known; facts.known && *letter; letter++) {
        unsigned encoding = strchr("PLR", *letter) ? (unsigned)read_fixed(&r, 1) : 0;
        switch (*letter) {
        case 'P':
            read_form(&r, encoding);
            break;
        case 'L':
            facts.tables = encoding;
            facts.has_table = encoding != AS_OMITTED;
            break;
        case 'R':
            facts.pointers = encoding;
            break;
        case 'S':
        case 'B':
            break;
        default:
            facts.known = false;
        }
    }
    facts.known &= !r.failed;
    return facts;
}

static void add_unread(struct image *image, uint64_t start, uint64_t end)
{
    image->unread = resize(image->unread, (image->unread_count + 1) * sizeof *image->unread);
    image->unread[image->unread_count++] = (struct image_function){start, end, ""};
}

static void add_frame(struct image *image, uint64_t start, uint64_t end)
{
    if ((image->frame_count & (image->frame_count - 1)) == 0)
        image->frames = resize(image->frames, (image->frame_count ? 2 * image->frame_count : 1) * sizeof *image->frames);
    image->frames[image->frame_count++] = (struct image_function){start, end, ""};
}

static void read_function(struct image *image, const Dwarf_FDE *fde, const struct cie_facts *facts, const Elf_Data *frames,
                          uint64_t address)
{
    struct reader r = {fde->start, fde->end, address + (uint64_t)(fde->start - (uint8_t *)frames->d_buf), false};
    uint64_t start = read_pointer(&r, facts->pointers), size = read_form(&r, facts->pointers);
    if (!r.failed)
        add_frame(image, start, start + size);
    if (!facts->has_table)
        return;
    read_leb(&r, false);
    uint64_t table = read_pointer(&r, facts->tables & ~(unsigned)INDIRECT);
    if (!table && !r.failed)
        return;
    if (!r.failed && !(facts->tables & INDIRECT) && read_table(image, start, table))
        return;
    add_unread(image, start, start + size);
}

/* The tables lie in sections that may come later in the file: all bytes must be there first. */
void image_read_exceptions(struct image *image, Elf_Data *frames, uint64_t address)
{
    const unsigned char *ident = (const unsigned char *)elf_getident(image->elf, NULL);
    Dwarf_Off at = 0, next = 0, last = (Dwarf_Off)-1;
    struct cie_facts facts = {0};
    Dwarf_CFI_Entry entry;
    for (; dwarf_next_cfi(ident, frames, true, at, &next, &entry) == 0 && next != (Dwarf_Off)-1; at = next) {
        if (dwarf_cfi_cie_p(&entry))
            continue;
        Dwarf_CFI_Entry cie;
        Dwarf_Off ignored;
        if (entry.fde.CIE_pointer != last) {
            last = entry.fde.CIE_pointer;
            bool found = dwarf_next_cfi(ident, frames, true, last, &ignored, &cie) == 0 && dwarf_cfi_cie_p(&cie);
            facts = found ? read_cie(&cie.cie) : (struct cie_facts){0};
        }
        if (!facts.known)
            add_unread(image, 0, UINT64_MAX);
        else
            read_function(image, &entry.fde, &facts, frames, address);
    }
}
