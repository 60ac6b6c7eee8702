/* code_digest.c - see code_digest.h. What is not understood counts with its bytes: at worst a pair is explored once too often. */
#include "apps/diff/code/code_digest.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/lower_bound.h"
#include "tool/binary/elf/elf_symbols.h"
#include "tool/cli/util.h"

enum {
    LEAST_LITERAL = 16, /* a number in memory; a text goes on to its end */
    LONGEST_LITERAL = 4096,
    LINE_REGISTER = 2, /* the third argument, rdx or x2: of __assert_fail() it is a line */
};

struct variable {
    uint64_t    start, end;
    const char *name;
};

struct code_digest {
    struct image    *image;
    struct variable *variables; /* by address */
    size_t           count;
};

/* --- variables --------------------------------------------------------------------------------------------------------- */

static void add_variable(const GElf_Sym *symbol, const char *name, void *digest)
{
    struct code_digest *d = digest;
    if (GELF_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_size == 0 || symbol->st_shndx == SHN_UNDEF)
        return;
    d->variables = resize(d->variables, (d->count + 1) * sizeof *d->variables);
    d->variables[d->count++] = (struct variable){symbol->st_value, symbol->st_value + symbol->st_size, name};
}

static int by_address(const void *a, const void *b)
{
    const struct variable *x = a, *y = b;
    return x->start != y->start ? (x->start < y->start ? -1 : 1) : strcmp(x->name, y->name);
}

struct code_digest *code_digest_open(struct image *image)
{
    struct code_digest *d = allocate(sizeof *d);
    d->image = image;
    elf_symbols(image->elf, SHT_SYMTAB, add_variable, d);
    if (d->count)
        qsort(d->variables, d->count, sizeof *d->variables, by_address);
    return d;
}

void code_digest_close(struct code_digest *d)
{
    free(d->variables);
    free(d);
}

static const struct variable *variable_at(const struct code_digest *d, uint64_t address)
{
    size_t after = LOWER_BOUND(i, d->count, d->variables[i].start <= address);
    return after && address < d->variables[after - 1].end ? &d->variables[after - 1] : NULL;
}

/* A word that the dynamic linker sets: whose address is it? */
static const char *meant_by(const struct code_digest *d, const struct image_pointer *p)
{
    const struct variable *v = p->name ? NULL : variable_at(d, p->target);
    const struct image_function *f = p->name || v ? NULL : image_function_at(d->image, p->target);
    return p->name ? p->name : v ? v->name : f ? f->name : "";
}

static uint64_t digest_of_variable(const struct code_digest *d, const struct variable *v)
{
    uint64_t size = v->end - v->start, digest = XXH3_64bits_withSeed(v->name, strlen(v->name), size);
    const uint8_t *bytes = image_at(d->image, v->start, size);
    for (uint64_t at = 0; bytes && at < size;) {
        const struct image_pointer *p = image_pointer_at(d->image, v->start + at);
        uint64_t next = at + 1;
        while (!p && next < size && ((v->start + next) % 8 != 0 || !image_pointer_at(d->image, v->start + next)))
            next++;
        digest = p ? XXH3_64bits_withSeed(meant_by(d, p), strlen(meant_by(d, p)) + 1, digest)
                   : XXH3_64bits_withSeed(bytes + at, next - at, digest);
        at = p ? at + 8 : next;
    }
    return digest;
}

uint64_t code_digest_data(const struct code_digest *d)
{
    uint64_t sum = d->count; /* whatever their order */
    for (size_t i = 0; i < d->count; i++)
        sum += digest_of_variable(d, &d->variables[i]);
    return sum;
}

/* --- instructions ------------------------------------------------------------------------------------------------------ */

struct reading {
    const struct code_digest *d;
    uint64_t start, end, digest;
    uint64_t value[REGISTERS];  /* addresses, or the pages of some, in registers */
    bool     known[REGISTERS];
    uint64_t line;              /* of an instruction that may set the line of a failed assertion; 0: none */
};

static void mix(struct reading *r, const void *bytes, size_t size)
{
    r->digest = XXH3_64bits_withSeed(bytes, size, r->digest);
}

static void mix_text(struct reading *r, const char *text)
{
    mix(r, text, strlen(text) + 1);
}

static void mix_name(struct reading *r, const char *name, uint64_t offset)
{
    mix_text(r, name);
    mix(r, &offset, sizeof offset);
}

/* What lies at the address, by name or, of a literal, by what it is. False: nothing is known. */
static bool mix_address(struct reading *r, uint64_t address)
{
    struct image *image = r->d->image;
    const struct image_pointer *p = image_pointer_at(image, address);
    if (p && p->name) {
        mix_text(r, p->name);
        return true;
    }
    address = p ? p->target : address;
    const struct variable *v = variable_at(r->d, address);
    const struct image_function *f = v ? NULL : image_function_at(image, address);
    if (v || f) {
        mix_name(r, v ? v->name : f->name, address - (v ? v->start : f->start));
        return true;
    }
    size_t length = 0;
    while (length < LONGEST_LITERAL && !image_writable(image, address) && image_at(image, address, length + 1) && /* its section may end */
           (length < LEAST_LITERAL || *image_at(image, address + length, 1) != 0))
        length++;
    if (length)
        mix(r, image_at(image, address, length), length);
    return length;
}

/* The place that an instruction reaches for, if it is a constant of the program. */
static bool reached_for(const struct reading *r, const struct instruction *i, bool relative, uint64_t *address)
{
    const struct access *a = i->accesses == 1 ? &i->access[0] : NULL;
    if (a && a->base == NO_REGISTER && a->index == NO_REGISTER && relative) {
        *address = (uint64_t)a->offset;
        return true;
    }
    if (a && a->base != NO_REGISTER && a->index == NO_REGISTER && r->known[a->base]) {
        *address = r->value[a->base] + (uint64_t)a->offset;
        return true;
    }
    bool sum = !a && i->effect == EFFECT_SUM && i->source != NO_REGISTER && r->known[i->source];
    *address = (sum ? r->value[i->source] : 0) + (uint64_t)i->amount;
    return sum || (!a && i->effect == EFFECT_CONSTANT && relative);
}

/* All but the address: what stands around a place in memory, or before the last operand. */
static void mix_operands(struct reading *r, const cs_insn *from)
{
    const char *open = strchr(from->op_str, '['), *close = open ? strchr(open, ']') : NULL, *last = strrchr(from->op_str, ',');
    const char *end = close ? open : last;
    mix(r, from->op_str, end ? (size_t)(end - from->op_str) : 0);
    mix_text(r, close ? close : "");
}

/* Calls and jumps to other functions, by their names. */
static bool mix_target(struct reading *r, const struct instruction *i)
{
    bool goes = i->flow == FLOW_CALL || i->flow == FLOW_JUMP || i->flow == FLOW_BRANCH;
    if (!goes || !i->target || (i->target >= r->start && i->target < r->end))
        return false;
    const struct image_function *f = image_function_at(r->d->image, i->target);
    const char *name = f ? f->name : image_called_name(r->d->image, i->target);
    if (!*name)
        return false;
    if (strcmp(name, "__assert_fail") == 0)
        r->line = 0;
    mix_name(r, name, f ? i->target - f->start : 0);
    return true;
}

static void follow(struct reading *r, const struct instruction *i, bool known, uint64_t value)
{
    for (int n = 0; n < REGISTERS; n++)
        if ((i->defines | i->touches) & register_mask(n))
            r->known[n] = false;
    if (i->destination != NO_REGISTER) {
        r->known[i->destination] = known;
        r->value[i->destination] = value;
    }
}

/* A line waits for the call that it is for. */
static bool is_line(const struct instruction *i)
{
    return i->effect == EFFECT_CONSTANT && i->destination == LINE_REGISTER;
}

static void end_line(struct reading *r, const struct instruction *i)
{
    bool over = i->flow != FLOW_NEXT || (i->defines | i->touches | i->uses) & register_mask(LINE_REGISTER);
    if (over && r->line)
        mix(r, &r->line, sizeof r->line);
    r->line = over ? 0 : r->line;
}

static void read_instruction(struct reading *r, const cs_insn *from, const struct instruction *i)
{
    bool page = strcmp(from->mnemonic, "adrp") == 0, relative = page || strcmp(from->mnemonic, "adr") == 0 || strstr(from->op_str, "[rip");
    uint64_t address = 0;
    bool reaches = i->flow == FLOW_NEXT && reached_for(r, i, relative, &address);
    bool target = mix_target(r, i); /* before the line: it may be one of an assertion */
    end_line(r, i);
    mix_text(r, from->mnemonic);
    if (!reaches && !target && is_line(i))
        r->line = XXH3_64bits(from->bytes, from->size) | 1;
    else if (!target && !(page && reaches) && !(reaches && mix_address(r, address)))
        mix(r, from->bytes, from->size);
    else
        mix_operands(r, from);
    follow(r, i, reaches && i->accesses == 0, address);
}

uint64_t code_digest_function(struct code_digest *d, uint64_t start, uint64_t end)
{
    struct reading r = {.d = d, .start = start, .end = end, .digest = end - start};
    uint64_t address = start;
    size_t size = end - start;
    const uint8_t *code = image_at(d->image, start, size);
    cs_insn *from = cs_malloc(d->image->handle);
    while (code && size && cs_disasm_iter(d->image->handle, &code, &size, &address, from)) {
        struct instruction i = instruction_blank(from);
        d->image->architecture->decode(from, &i);
        read_instruction(&r, from, &i);
    }
    if (code && size)
        mix(&r, code, size);
    cs_free(from, 1);
    return r.digest;
}
