/* unit_code.c - see unit_code.h. */
#include "tool/binary/uninstrumented/unit_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

/* --- pieces of code ----------------------------------------------------------------------------------------------------- */

bool unit_code_is_executable(Elf *elf, uint64_t address)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR && address - header.sh_addr < header.sh_size)
            return true;
    }
    return false;
}

static void add_piece(struct unit_code *code, struct code_piece piece)
{
    if ((code->count & (code->count - 1)) == 0)
        code->at = resize(code->at, (code->count ? 2 * code->count : 1) * sizeof *code->at);
    code->at[code->count++] = piece;
}

/* What was left out has an address where no code is. */
void unit_code_add(struct unit_code *code, Elf *elf, Dwarf_Die *unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t at = 0;
    while ((at = dwarf_ranges(unit, at, &base, &low, &high)) > 0)
        if (low < high && unit_code_is_executable(elf, low))
            add_piece(code, (struct code_piece){low, high});
    code->known = at == 0;
}

void unit_code_append(struct unit_code *code, const struct unit_code *more)
{
    for (size_t i = 0; i < more->count; i++)
        add_piece(code, more->at[i]);
}

static int by_start(const void *a, const void *b)
{
    const struct code_piece *x = a, *y = b;
    return x->lo < y->lo ? -1 : x->lo > y->lo;
}

void unit_code_sort(struct unit_code *code)
{
    if (code->count)
        qsort(code->at, code->count, sizeof *code->at, by_start);
}

bool unit_code_has(const struct unit_code *sorted, uint64_t address)
{
    size_t after = LOWER_BOUND(i, sorted->count, sorted->at[i].lo <= address);
    return after > 0 && address < sorted->at[after - 1].hi;
}

/* --- functions ---------------------------------------------------------------------------------------------------------- */

/* Length of the instruction that begins there; 0: there is none. */
static uint64_t instruction(struct image *image, uint64_t address, uint64_t end, bool *nothing)
{
    uint64_t left = end - address, at = address;
    const uint8_t *bytes = image_at(image, address, left);
    if (image->architecture->machine == EM_AARCH64) {
        uint32_t word = 0;
        if (bytes && left >= sizeof word)
            memcpy(&word, bytes, sizeof word);
        *nothing = word == 0 || word == 0xd503201f; /* nop */
        return bytes && left >= sizeof word ? sizeof word : 0;
    }
    size_t size = left;
    cs_insn *i = cs_malloc(image->handle);
    bool zero = bytes && left && *bytes == 0, known = bytes && left && cs_disasm_iter(image->handle, &bytes, &size, &at, i);
    *nothing = zero || (known && (i->id == X86_INS_NOP || i->id == X86_INS_INT3));
    uint64_t length = zero ? 1 : known ? i->size : 0;
    cs_free(i, 1);
    return length;
}

static bool is_padding(struct image *image, uint64_t lo, uint64_t hi)
{
    bool nothing = true;
    while (lo < hi && nothing) {
        uint64_t length = instruction(image, lo, hi, &nothing);
        nothing &= length > 0;
        lo += length;
    }
    return nothing;
}

/* False: some of the piece belongs to no function. */
static bool add_functions(struct gap_list *gaps, struct image *image, struct code_piece piece)
{
    uint64_t done = piece.lo;
    bool whole = true;
    for (size_t i = image_first_function(image, piece.lo); i < image->function_count && image->functions[i].start < piece.hi; i++) {
        const struct image_function *f = &image->functions[i];
        whole &= f->start <= done || is_padding(image, done, f->start);
        done = f->end > done ? f->end : done;
        gap_spot(gaps, f->start, f->end);
    }
    return whole && (done >= piece.hi || is_padding(image, done, piece.hi));
}

void unit_code_functions(struct gap_list *gaps, struct image *image, const struct unit_code *code)
{
    bool whole = image && code->known;
    for (size_t i = 0; whole && i < code->count; i++)
        whole = add_functions(gaps, image, code->at[i]);
    if (!whole)
        gap_is_vague(gaps);
}

/* --- lines --------------------------------------------------------------------------------------------------------------- */

/* A hook, which a compiler may give the line of a statement before it. */
static bool calls_hook(struct image *image, uint64_t address, uint64_t length)
{
    const uint8_t *code = image_at(image, address, length);
    uint64_t target = 0;
    if (image->architecture->machine == EM_AARCH64 && length == 4) {
        uint32_t word;
        memcpy(&word, code, sizeof word);
        target = word >> 26 == 0x25 ? address + (uint64_t)((int64_t)((int32_t)(word << 6) >> 6) * 4) : 0;
    } else if (length == 5 && code[0] == 0xe8) {
        int32_t offset;
        memcpy(&offset, code + 1, sizeof offset);
        target = address + length + (uint64_t)(int64_t)offset;
    }
    return target && starts_with(image_called_name(image, target), "__tsan_");
}

/* False: there is something between that is none. */
static bool add_instructions(struct gap_list *gaps, struct image *image, uint64_t lo, uint64_t hi)
{
    while (lo < hi) {
        bool nothing;
        uint64_t length = instruction(image, lo, hi, &nothing);
        if (length == 0)
            return false;
        if (!calls_hook(image, lo, length))
            gap_spot(gaps, lo, 0);
        lo += length;
    }
    return true;
}

static bool is_at(Dwarf_Line *line, const char *file, int number)
{
    const char *source = dwarf_linesrc(line, NULL, NULL);
    bool ends = false;
    int at;
    return source && dwarf_lineno(line, &at) == 0 && at == number && dwarf_lineendsequence(line, &ends) == 0 && !ends &&
           strcmp(path_base(source), file) == 0;
}

struct line_search {
    struct gap_list *gaps;
    struct image    *image;
    const char      *file;
    int              number;
    bool             left_out; /* by the linker: some of its code */
};

/* False: what is there cannot be told. */
static bool add_line_of_unit(struct line_search *s, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t count;
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return true;
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Addr lo, hi;
        if (!is_at(dwarf_onesrcline(lines, i), s->file, s->number) || dwarf_lineaddr(dwarf_onesrcline(lines, i), &lo) != 0)
            continue;
        bool there = unit_code_is_executable(s->image->elf, lo);
        s->left_out |= !there;
        if (there && (dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &hi) != 0 || !add_instructions(s->gaps, s->image, lo, hi)))
            return false;
    }
    return true;
}

/* The file's name alone is compared: a unit may know it by another path. A line may begin anywhere, and code may jump into the middle of
 * it. */
void unit_code_line(struct gap_list *gaps, struct image *image, Dwarf *dwarf, const char *place)
{
    const char *colon = strrchr(place, ':');
    char *path = format_text("%.*s", colon ? (int)(colon - place) : 0, place);
    struct line_search s = {gaps, image, path_base(path), colon ? atoi(colon + 1) : 0, false};
    bool known = image && dwarf && s.number > 0;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    while (known && dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
        known = add_line_of_unit(&s, &unit);
    if (!known)
        gap_is_vague(gaps);
    else if (s.left_out && gaps->at[gaps->count - 1].spots == 0)
        gap_remove(gaps);
    free(path);
}
