/* escaped_extents.c - bytes of the frame that can be reached through an address that has escaped.
 *
 * Without debug information that is all of them. With it, in code that was compiled without optimization, it is the variable
 * that the address lies in, or what lies between two variables. An optimizer may compute the address of an element that
 * does not exist and count from there; then the place says nothing.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

/* --- debug information ------------------------------------------------------------------------------------------------ */

/* gcc writes its options down; `mazurka cc` has clang do so. With two of them gcc does not tell of a single function that it is optimized
 * (read_scope). */
bool image_is_unoptimized(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
    if (!producer || strstr(producer, " -fno-var-tracking") || strstr(producer, " -gstrict-dwarf"))
        return false;
    bool clang = strstr(producer, "clang") != NULL, said = false;
    for (const char *at = producer; (at = strstr(at, " -O")); at += 3) {
        if (at[3] != '0')
            return false;
        said = true;
    }
    return said || (!clang && strncmp(producer, "GNU ", 4) == 0);
}

static int register_of_dwarf(const struct function *f, unsigned number)
{
    static const int8_t x86_64[] = {0, 2, 1, 3, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15};
    if (f->architecture->machine == EM_X86_64)
        return number < sizeof x86_64 ? x86_64[number] : NO_REGISTER;
    return number < REGISTERS ? (int)number : NO_REGISTER;
}

/* What the places of variables count from, in our terms. */
static bool read_base(const struct function *f, Dwarf_Die *die, int64_t *base)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t length;
    if (!dwarf_attr(die, DW_AT_frame_base, &attribute) || dwarf_getlocation(&attribute, &op, &length) != 0 || length != 1)
        return false;
    if (op->atom == DW_OP_call_frame_cfa) {
        *base = f->architecture->return_address;
        return true;
    }
    int64_t offset = 0;
    int number = NO_REGISTER;
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        number = register_of_dwarf(f, op->atom - DW_OP_reg0);
    else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        number = register_of_dwarf(f, op->atom - DW_OP_breg0), offset = (int64_t)op->number;
    if (number == NO_REGISTER || f->entry_registers[number].kind != VALUE_FRAME)
        return false;
    *base = f->entry_registers[number].number + offset;
    return true;
}

/* An array of variable length lies below the frame. */
static bool is_of_variable_length(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size;
    return dwarf_attr_integrate(variable, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, &type)
        && dwarf_peel_type(&type, &type) == 0 && dwarf_tag(&type) == DW_TAG_array_type && dwarf_aggregate_size(&type, &size) != 0;
}

/* False if the variable is where unoptimized code has none. */
static bool read_variable(struct function *f, Dwarf_Die *die, int64_t base)
{
    Dwarf_Attribute attribute, type_attribute;
    Dwarf_Op *op;
    size_t length;
    Dwarf_Die type;
    Dwarf_Word size;
    if (!dwarf_attr(die, DW_AT_location, &attribute))
        return true; /* declared only, or with a constant value */
    if (dwarf_whatform(&attribute) != DW_FORM_exprloc && is_of_variable_length(die))
        return true;
    if (dwarf_whatform(&attribute) != DW_FORM_exprloc || dwarf_getlocation(&attribute, &op, &length) != 0 || length == 0)
        return false;
    if (op->atom == DW_OP_addr || op->atom == DW_OP_addrx || op->atom == DW_OP_const8u || op->atom == DW_OP_const4u
        || op->atom == DW_OP_constx)
        return true; /* static, or thread-local */
    if (op->atom != DW_OP_fbreg)
        return false;
    if (length == 2 && op[1].atom == DW_OP_deref) /* what is in the frame is a pointer to it */
        size = 8;
    else if (length != 1 || !dwarf_attr_integrate(die, DW_AT_type, &type_attribute) || !dwarf_formref_die(&type_attribute, &type)
             || dwarf_aggregate_size(&type, &size) != 0)
        return false;
    int64_t from = base + (int64_t)op->number, to = from + (int64_t)size;
    if (from < -MAX_FRAME || to > MAX_FRAME || to < from)
        return false;
    f->extents = resize(f->extents, (f->extent_count + 1) * sizeof *f->extents);
    f->extents[f->extent_count++] = (struct span){(int32_t)from, (int32_t)to};
    return true;
}

static bool read_scope(struct function *f, Dwarf_Die *scope, int64_t base)
{
    Dwarf_Die die;
    bool fine = true;
    if (dwarf_child(scope, &die) != 0)
        return true;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            fine &= read_variable(f, &die, base);
            break;
        case DW_TAG_unspecified_parameters:
            f->variadic = true;
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            fine &= read_scope(f, &die, base);
            break;
        case DW_TAG_call_site: /* only an optimizer tells of them: __attribute__((optimize)), #pragma GCC optimize */
        case DW_TAG_GNU_call_site:
            fine = false;
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
    return fine;
}

static int by_address(const void *a, const void *b)
{
    const struct image_die *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static void add_die(struct image *image, Dwarf_Die *die, bool unoptimized)
{
    Dwarf_Addr low;
    Dwarf_Attribute attribute;
    bool endless = false;
    if (dwarf_tag(die) != DW_TAG_subprogram || dwarf_lowpc(die, &low) != 0)
        return;
    if (dwarf_attr_integrate(die, DW_AT_noreturn, &attribute) && dwarf_formflag(&attribute, &endless) == 0 && endless) {
        if (image->endless_count % 64 == 0)
            image->endless = resize(image->endless, (image->endless_count + 64) * sizeof *image->endless);
        image->endless[image->endless_count++] = low;
    }
    if (!unoptimized)
        return;
    if (image->die_count % 64 == 0)
        image->dies = resize(image->dies, (image->die_count + 64) * sizeof *image->dies);
    image->dies[image->die_count++] = (struct image_die){low, *die};
}

static void read_dies(struct image *image)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die top, die;
    if (image->dies_read || !image->dwarf)
        return;
    image->dies_read = true;
    while (dwarf_get_units(image->dwarf, unit, &unit, NULL, NULL, &top, NULL) == 0) {
        bool unoptimized = image_is_unoptimized(&top);
        if (dwarf_child(&top, &die) != 0)
            continue;
        do
            add_die(image, &die, unoptimized);
        while (dwarf_siblingof(&die, &die) == 0);
    }
    if (image->die_count)
        qsort(image->dies, image->die_count, sizeof *image->dies, by_address);
    if (image->endless_count)
        qsort(image->endless, image->endless_count, sizeof *image->endless, by_number);
}

bool image_never_returns(struct image *image, uint64_t address)
{
    read_dies(image);
    return image->endless_count && bsearch(&address, image->endless, image->endless_count, sizeof address, by_number);
}

static bool find_die(const struct function *f, Dwarf_Die *die)
{
    struct image *image = f->image;
    struct image_die key = {.start = f->symbol->start};
    read_dies(image);
    struct image_die *found = image->die_count ? bsearch(&key, image->dies, image->die_count, sizeof key, by_address) : NULL;
    if (found)
        *die = found->die;
    return found != NULL;
}

static int by_place(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return left->from < right->from ? -1 : left->from > right->from;
}

void extents_read(struct function *f)
{
    Dwarf_Die die;
    int64_t base;
    if (!f->image->dwarf || f->body == NO_PLACE || !find_die(f, &die) || !read_base(f, &die, &base))
        return;
    f->has_extents = read_scope(f, &die, base) && !f->variadic;
    if (f->extent_count)
        qsort(f->extents, f->extent_count, sizeof *f->extents, by_place);
}

/* --- what is open ----------------------------------------------------------------------------------------------------- */

static void open_around(struct function *f, int32_t address)
{
    int32_t from = f->depth, to = 0;
    bool inside = false;
    for (size_t i = 0; i < f->extent_count; i++) {
        const struct span *v = &f->extents[i];
        if (address >= v->from && address <= v->to) /* an array can be walked from its end, too */
            place_set(f->open, f, v->from, (uint32_t)(v->to - v->from), true);
        inside |= address >= v->from && address < v->to;
        if (v->to <= address && v->to > from)
            from = v->to;
        if (v->from > address && v->from < to)
            to = v->from;
    }
    if (!inside && from < to)
        place_set(f->open, f, from, (uint32_t)(to - from), true);
    /* So can an object without a name that ends here. Its bytes are not read by their place. */
    for (int32_t place = from; inside && place < address; place++) {
        if (place_bit(f->touched, f, place) && !place_bit(f->loaded, f, place))
            place_set(f->open, f, place, 1, true);
    }
}

void extents_open(struct function *f)
{
    memset(f->open, 0, place_words(f) * sizeof *f->open);
    if (is_wide_open(f)) {
        memset(f->open, 0xff, place_words(f) * sizeof *f->open);
        return;
    }
    for (unsigned i = 0; i < f->taken_count; i++) {
        if (f->escaped >> i & 1)
            open_around(f, f->taken[i]);
    }
    for (size_t i = 0; i < f->gone_count; i++)
        open_around(f, f->gone[i]);
}
