/* instructions_aarch64.c - reads machine code of aarch64, whose instructions tell by a few bits what they do; see
 * machine_code.h. */
#include <string.h>

#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/machine_code.h"

enum { GENERAL = 32, RESULT = 8, FRAME = 29, STACK = 31 };

/* What is known of a register: an address in the function's own frame, or an address in the file. */
struct content {
    bool     local, in_file;
    uint64_t address; /* in the file */
};

struct reader {
    struct image  *image;
    struct walk   *walk;
    struct content content[GENERAL];
    bool           loaded; /* the last call was that of the hook of an atomic load */
};

static uint32_t bits(uint32_t word, int low, int count)
{
    return word >> low & ((1u << count) - 1);
}

static int64_t extended(uint32_t value, int width)
{
    return (int64_t)((uint64_t)value << (64 - width)) >> (64 - width);
}

/* --- kinds of instructions --------------------------------------------------------------------------------------------- */

static bool is_exclusive(uint32_t w) { return (w & 0x3f000000) == 0x08000000; } /* ldxr, stxr, ldar, stlr, cas */
static bool is_atomic(uint32_t w) { return (w & 0x3b200c00) == 0x38200000; }    /* ldadd, swp, … */
static bool is_ordered_load(uint32_t w) { return (w & 0x3fe08000) == 0x08c08000 || (w & 0x3ffffc00) == 0x38bfc000; } /* ldar, ldapr */
static bool is_pair(uint32_t w) { return (w & 0xbfa00000) == 0x88200000 || (w & 0xbfa07c00) == 0x08207c00; } /* ldxp, stxp; casp */
/* ld2, st4, ld1 of two registers and more; of single elements those of two and more */
static bool is_structures(uint32_t w)
{
    bool multiple = (w & 0xbfbf0000) == 0x0c000000 || (w & 0xbfa00000) == 0x0c800000;
    bool single = (w & 0xbf9f0000) == 0x0d000000 || (w & 0xbf800000) == 0x0d800000;
    return (multiple && bits(w, 12, 4) != 7) || (single && (bits(w, 21, 1) || bits(w, 13, 1)));
}
static bool is_literal(uint32_t w) { return (w & 0x3b000000) == 0x18000000; }
static bool is_load_store(uint32_t w) { return (w & 0x0a000000) == 0x08000000 && !is_literal(w); }
static bool is_system_call(uint32_t w) { return (w & 0xffe0001f) == 0xd4000001; }
static bool is_call(uint32_t w) { return (w & 0x7c000000) == 0x14000000; }      /* bl, and b, which may be a tail call */
static bool is_adrp(uint32_t w) { return (w & 0x9f000000) == 0x90000000; }
static bool is_add(uint32_t w) { return (w & 0xff800000) == 0x91000000; }       /* a constant */
static bool is_subtract(uint32_t w) { return (w & 0xff800000) == 0xd1000000; }
static bool is_add_register(uint32_t w) { return (w & 0xbf000000) == 0x8b000000 || (w & 0xbfe00000) == 0x8b200000; }
static bool is_move(uint32_t w) { return (w & 0xffe0ffe0) == 0xaa0003e0; }
static bool is_load_of_word(uint32_t w) { return (w & 0xffc00000) == 0xf9400000; } /* at a constant distance */

static bool is_clock(uint32_t w)
{
    uint32_t question = w & 0xffffffe0;
    return question == 0xd53be040 || question == 0xd53be020 || question == 0xd53b2400; /* cntvct, cntpct, rndr */
}

static uint64_t page_of(uint32_t w, uint64_t address)
{
    int64_t pages = extended(bits(w, 5, 19) << 2 | bits(w, 29, 2), 21);
    return (address & ~(uint64_t)0xfff) + ((uint64_t)pages << 12);
}

/* --- accesses ---------------------------------------------------------------------------------------------------------- */

static uint64_t offset_of(uint32_t w)
{
    return (w & 0x3b000000) == 0x39000000 ? (uint64_t)bits(w, 10, 12) << bits(w, 30, 2) : 0;
}

static bool is_foreign(const struct reader *r, uint32_t w)
{
    uint32_t base = bits(w, 5, 5);
    const struct content *c = &r->content[base];
    if (base == STACK || base == FRAME || c->local)
        return false;
    return !c->in_file || image_writable(r->image, c->address + offset_of(w));
}

/* clang leaves the load itself behind its hook, and does not use the result. One of 16 bytes is a loop that stores what it has loaded. */
static bool is_left_behind(const struct reader *r, uint32_t w)
{
    return r->loaded && (is_ordered_load(w) || is_pair(w));
}

static void note_access(struct reader *r, uint32_t w, uint64_t address)
{
    if (!is_foreign(r, w))
        return;
    if ((is_exclusive(w) || is_atomic(w)) && !is_left_behind(r, w))
        machine_note(r->walk, ODD_ATOMIC, address, is_atomic(w) ? "an atomic operation" : "an exclusive or ordered access");
    r->walk->builtins += is_structures(w);
    if (is_structures(w))
        machine_note(r->walk, ODD_BUILTIN, address, "of several registers");
    if (!r->walk->access)
        r->walk->access = address;
}

/* --- calls ------------------------------------------------------------------------------------------------------------- */

static void note_call(struct reader *r, uint32_t w, uint64_t address)
{
    uint64_t target = address + (uint64_t)(extended(bits(w, 0, 26), 26) * 4);
    const char *name = image_called_name(r->image, target);
    r->walk->hooked |= machine_is_hook(name);
    r->walk->enters |= machine_is_entry_hook(name);
    r->walk->ranges += machine_is_range_hook(name);
    if (w >> 31) {
        r->loaded = starts_with(name, "__tsan_atomic") && strstr(name, "_load");
        r->content[0] = (struct content){.local = r->content[RESULT].local}; /* a struct is returned where it was wanted */
    }
}

/* With -fno-plt hooks are called through pointers that the dynamic linker has set: nothing but a call needs them. */
static void note_pointer(struct reader *r, uint32_t w)
{
    const struct content *c = &r->content[bits(w, 5, 5)];
    const struct image_pointer *pointer = c->in_file ? image_pointer_at(r->image, c->address + offset_of(w)) : NULL;
    const char *name = pointer && pointer->name ? pointer->name : "";
    r->walk->hooked |= machine_is_hook(name);
    r->walk->enters |= machine_is_entry_hook(name);
    r->walk->ranges += machine_is_range_hook(name);
}

/* --- registers --------------------------------------------------------------------------------------------------------- */

static struct content known(const struct reader *r, uint32_t number)
{
    return number == STACK || number == FRAME ? (struct content){.local = true} : r->content[number];
}

/* An object and an index, in whichever order: the sum is an address in the same object. */
static struct content indexed(struct content a, struct content b, bool both)
{
    struct content object = a.in_file ? a : b;
    return (struct content){.local = a.local || (both && b.local), .in_file = object.in_file, .address = object.address};
}

/* The address of a variable comes from a word that the dynamic linker has set. Of what else is loaded nothing is known. */
static struct content loaded(const struct reader *r, uint32_t w, struct content from)
{
    bool placed = is_load_of_word(w) && from.in_file;
    const struct image_pointer *pointer = placed ? image_fixed_pointer_at(r->image, from.address + offset_of(w)) : NULL;
    return pointer ? (struct content){.in_file = true, .address = pointer->target} : (struct content){0};
}

static void follow_registers(struct reader *r, uint32_t w, uint64_t address)
{
    uint32_t to = bits(w, 0, 5);
    struct content from = known(r, bits(w, 5, 5)), second = known(r, bits(w, 16, 5)), *c = &r->content[to];
    uint64_t constant = (uint64_t)bits(w, 10, 12) << (bits(w, 22, 1) ? 12 : 0);
    if (is_adrp(w))
        *c = (struct content){.in_file = true, .address = page_of(w, address)};
    else if (is_add(w) || is_subtract(w))
        *c = (struct content){.local = from.local, .in_file = from.in_file && is_add(w), .address = from.address + constant};
    else if (is_add_register(w))
        *c = indexed(from, second, bits(w, 16, 5) != STACK);
    else if (is_move(w))
        *c = bits(w, 16, 5) == STACK ? (struct content){0} : second;
    else if (is_load_store(w) && bits(w, 22, 1) && !bits(w, 26, 1))
        *c = loaded(r, w, from);
}

static void look_at(struct reader *r, uint32_t w, uint64_t address)
{
    if (is_clock(w))
        machine_note(r->walk, ODD_CLOCK, address, "mrs");
    if (is_system_call(w))
        machine_note(r->walk, ODD_SYSTEM, address, "svc");
    if (is_call(w))
        note_call(r, w, address);
    if (is_load_store(w)) {
        note_access(r, w, address);
        note_pointer(r, w);
    }
    follow_registers(r, w, address);
}

void instructions_aarch64(struct image *image, uint64_t low, uint64_t high, struct walk *walk)
{
    const uint8_t *code = image_at(image, low, high - low);
    struct reader r = {.image = image, .walk = walk};
    for (unsigned i = 0; i < GENERAL; i++)
        r.content[i].local = walk->given >> i & 1 || (walk->returns && i == RESULT);
    for (; low + 4 <= high; low += 4, code += 4) {
        uint32_t word;
        memcpy(&word, code, sizeof word);
        look_at(&r, word, low);
    }
}
