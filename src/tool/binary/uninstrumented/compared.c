/* compared.c - see compared.h. Looks at functions that were compiled with hooks. */
#include "tool/binary/uninstrumented/compared.h"

#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/elf_symbols.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/machine_code.h"
#include "tool/cli/util.h"

enum { MOST_CODE = 1 << 20 }; /* bytes of it that are looked at: programs that ask for inputs are small */

struct constants {
    int64_t *at;
    size_t   count;
};

static void look_through(struct image *image, const struct image_function *f, struct constants *all)
{
    const uint8_t *code = image_at(image, f->start, f->end - f->start);
    size_t left = code ? f->end - f->start : 0;
    uint64_t address = f->start;
    cs_insn *i = cs_malloc(image->handle);
    while (left && cs_disasm_iter(image->handle, &code, &left, &address, i)) {
        struct instruction what = instruction_blank(i);
        image->architecture->decode(i, &what);
        if (!what.compares || what.compared == -1)
            continue;
        all->at = resize(all->at, (all->count + 1) * sizeof *all->at);
        all->at[all->count++] = what.compared;
    }
    cs_free(i, 1);
}

static int by_amount(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    uint64_t of_x = x < 0 ? -(uint64_t)x : (uint64_t)x, of_y = y < 0 ? -(uint64_t)y : (uint64_t)y;
    return of_x != of_y ? (of_x < of_y ? -1 : 1) : (y > x) - (y < x);
}

static void add(struct wire_inputs *in, int64_t value)
{
    bool known = in->count == WIRE_MAX_INPUTS || (value >= -1 && value <= 2);
    for (unsigned i = 0; i < in->count && !known; i++)
        known = in->value[i] == value;
    if (!known)
        in->value[in->count++] = value;
}

static void take(struct wire_inputs *in, const struct constants *all)
{
    static const int order[] = {0, 1, -1};
    for (unsigned n = 0; n < sizeof order / sizeof *order; n++)
        for (size_t i = 0; i < all->count; i++)
            if (all->at[i] > INT64_MIN && all->at[i] < INT64_MAX)
                add(in, all->at[i] + order[n]);
}

static void find(const char *program, struct wire_inputs *in)
{
    char *why;
    struct constants all = {0};
    uint64_t looked_at = 0;
    struct image *image = image_open(program, &why);
    if (!image) {
        free(why);
        return;
    }
    for (size_t i = 0; i < image->function_count && looked_at < MOST_CODE; i++) {
        const struct image_function *f = &image->functions[i];
        looked_at += f->end - f->start;
        if (machine_has_hooks(image, f->start, f->end))
            look_through(image, f, &all);
    }
    image_close(image);
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, by_amount);
    take(in, &all);
    free(all.at);
}

static void note_asking(const GElf_Sym *symbol, const char *name, void *asks)
{
    if (symbol->st_shndx == SHN_UNDEF && starts_with(name, "__VERIFIER_nondet_"))
        *(bool *)asks = true;
}

void compared_values(const char *program, struct wire_inputs *inputs)
{
    static struct wire_inputs last; /* most commands start one program again and again */
    static char *known;
    if (!known || strcmp(known, program) != 0) {
        bool asks = false;
        free(known);
        known = format_text("%s", program);
        last = (struct wire_inputs){.count = 0};
        elf_symbols_of_file(program, SHT_DYNSYM, note_asking, &asks);
        if (asks)
            find(program, &last);
    }
    *inputs = last;
}
