/* variables.c - the index of global and static variables, and locals by the frame they live in. */
#include "tool/binary/symbols/variables.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/binary/symbols/function_index.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

struct variable {
    uint64_t  address, size;
    Dwarf_Die die;
};

struct variable_list {
    struct variable *at; /* by address */
    size_t           count, capacity;
};

struct variable_index {
    struct variable_list fixed, thread_local; /* addresses of these are from the thread pointer on */
};

/* --- the index --------------------------------------------------------------------------------------------------------- */

/* The address of a variable that always lies at the same place. */
static bool fixed_address(Dwarf_Die *die, uint64_t *address)
{
    Dwarf_Attribute attribute, operand;
    Dwarf_Op *ops;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &attribute) || dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1)
        return false;
    if (ops[0].atom == DW_OP_addr) {
        *address = ops[0].number;
        return true;
    }
    return ops[0].atom == DW_OP_addrx && dwarf_getlocation_attr(&attribute, &ops[0], &operand) == 0
        && dwarf_formaddr(&operand, address) == 0;
}

/* Offset of a thread-local variable in its module's storage. */
static bool thread_local_offset(Dwarf_Die *die, uint64_t *offset)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &attribute) || dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 2)
        return false;
    *offset = ops[0].number;
    return (ops[0].atom == DW_OP_const8u || ops[0].atom == DW_OP_const4u || ops[0].atom == DW_OP_addr) &&
           (ops[1].atom == DW_OP_form_tls_address || ops[1].atom == DW_OP_GNU_push_tls_address);
}

static void append(struct variable_list *list, Dwarf_Die *die, uint64_t address)
{
    Dwarf_Die type;
    if (!types_of(die, &type))
        return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->at = resize(list->at, list->capacity * sizeof *list->at);
    }
    list->at[list->count++] = (struct variable){address, types_size(&type), *die};
}

/* A module whose variables are collected. */
struct collected {
    struct variable_index *index;
    Dwarf_Addr             bias;
    uint64_t               tls; /* its thread-local storage, from the thread pointer on; 0: none */
};

static void add_variable(const struct collected *c, Dwarf_Die *die)
{
    uint64_t address;
    if (fixed_address(die, &address))
        append(&c->index->fixed, die, address + c->bias);
    else if (c->tls && thread_local_offset(die, &address))
        append(&c->index->thread_local, die, address + c->tls);
}

static void collect(const struct collected *c, Dwarf_Die *parent)
{
    Dwarf_Die child;
    if (dwarf_child(parent, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable)
            add_variable(c, &child);
        else if (tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace)
            collect(c, &child);
    } while (dwarf_siblingof(&child, &child) == 0);
}

static int by_address(const void *a, const void *b)
{
    const struct variable *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static uint64_t storage_of(const struct symbols *s, Dwarf_Addr start)
{
    for (uint32_t i = 0; s->wire && i < s->wire->modules && i < WIRE_MAX_MODULES; i++)
        if (start >= s->wire->module[i].lo && start < s->wire->module[i].hi)
            return s->wire->module[i].tls;
    return 0;
}

static int collect_module(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr start, void *arg)
{
    (void)user, (void)name;
    struct symbols *s = arg;
    struct collected c = {.index = s->variables, .tls = storage_of(s, start)};
    Dwarf_Die *unit = NULL;
    while (symbols_instrumented(s, module) && (unit = dwfl_module_nextcu(module, unit, &c.bias)))
        collect(&c, unit);
    return DWARF_CB_OK;
}

static void free_index(struct variable_index *index)
{
    free(index->fixed.at);
    free(index->thread_local.at);
    free(index);
}

static void sort(struct variable_list *list)
{
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, by_address);
}

static struct variable_index *get_index(struct symbols *s)
{
    if (!s->variables) {
        s->variables = allocate(sizeof *s->variables);
        s->free_variables = free_index;
        dwfl_getmodules(s->dwfl, collect_module, s, 0);
        sort(&s->variables->fixed);
        sort(&s->variables->thread_local);
    }
    return s->variables;
}

/* The last variable that begins at or before the address and covers it. */
static struct variable *find_variable(const struct variable_list *index, uint64_t address)
{
    size_t after = LOWER_BOUND(i, index->count, index->at[i].address <= address);
    return after > 0 && address - index->at[after - 1].address < index->at[after - 1].size ? &index->at[after - 1] : NULL;
}

/* --- names ------------------------------------------------------------------------------------------------------------- */

static char *name_inside(const struct symbols *s, Dwarf_Die *variable, uint64_t offset, uint32_t size, struct value_type *type)
{
    char *text;
    size_t length;
    Dwarf_Die of;
    FILE *name = open_memstream(&text, &length);
    if (!name)
        die("out of memory");
    const char *word = dwarf_diename(variable);
    fputs(word ? word : "?", name);
    *type = (struct value_type){.kind = VALUE_UNKNOWN};
    if (types_of(variable, &of))
        types_descend(s, &of, offset, size, name, type);
    fclose(name);
    return text;
}

/* Without debug information: symbol + offset. */
static char *name_from_symbol_table(struct symbols *s, uint64_t address)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name = module ? dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL) : NULL;
    if (!name || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size)
        return NULL;
    name = demangle(name);
    return offset ? format_text("%s+%" PRIu64, name, (uint64_t)offset) : format_text("%s", name);
}

char *variables_name(struct symbols *s, uint64_t address, uint32_t size, struct value_type *type)
{
    *type = (struct value_type){.kind = VALUE_UNKNOWN};
    struct variable *v = find_variable(&get_index(s)->fixed, address);
    return v ? name_inside(s, &v->die, address - v->address, size, type) : name_from_symbol_table(s, address);
}

char *variables_thread_local(struct symbols *s, uint64_t from_thread_pointer, uint32_t size, struct value_type *type)
{
    struct variable *v = find_variable(&get_index(s)->thread_local, from_thread_pointer);
    return v ? name_inside(s, &v->die, from_thread_pointer - v->address, size, type) : NULL;
}

/* --- locals ------------------------------------------------------------------------------------------------------------ */

#if defined __x86_64__
enum { FRAME_REGISTER = 6, STACK_REGISTER = 7 };
#elif defined __aarch64__
enum { FRAME_REGISTER = 29, STACK_REGISTER = 31 };
#endif

/* The frame register points to where its former value is saved, and the unwind rules say how far that is from the
 * canonical frame address. */
static bool frame_address(Dwfl_Module *module, uint64_t pc, uint64_t frame, uint64_t *cfa)
{
    Dwarf_Addr bias;
    Dwarf_CFI *rules = dwfl_module_eh_cfi(module, &bias);
    Dwarf_Frame *row = NULL;
    Dwarf_Op memory[3], *ops;
    size_t count;
    if (!rules || dwarf_cfi_addrframe(rules, pc - 1 - bias, &row) != 0)
        return false;
    bool found = dwarf_frame_register(row, FRAME_REGISTER, memory, &ops, &count) == 0 && count == 2
        && ops[0].atom == DW_OP_call_frame_cfa && ops[1].atom == DW_OP_plus_uconst;
    if (found)
        *cfa = frame - ops[1].number;
    free(row);
    return found;
}

/* What is looked for, and what was found. */
struct local {
    uint64_t    pc;       /* in the file */
    uint64_t    base;     /* of the frame, */
    bool        based;    /* if that is known: gcc finds that of a realigned frame in the frame itself, and counts from its register */
    const struct activation *in;
    uint64_t    address;
    bool        ended;    /* also in scopes that do not contain the pc */
    const char *function; /* the one that has it in the source */
    Dwarf_Die   die;
    uint64_t    inside;   /* offset of the address in it */
};

/* Place of a variable, if it is on the stack. */
static bool stack_address(Dwarf_Die *variable, const struct local *l, uint64_t *address)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    if (!dwarf_attr(variable, DW_AT_location, &attribute) || dwarf_getlocation_addr(&attribute, l->pc, &ops, &count, 1) != 1
        || count != 1)
        return false;
    *address = ops[0].number;
    switch (ops[0].atom) {
    case DW_OP_fbreg:
        *address += l->base;
        return l->based;
    case DW_OP_breg0 + FRAME_REGISTER:
        *address += l->in->frame;
        return true;
    case DW_OP_breg0 + STACK_REGISTER:
        *address += l->in->sp;
        return true;
    default:
        return false;
    }
}

static bool covers(Dwarf_Die *variable, struct local *l)
{
    Dwarf_Die type;
    uint64_t start;
    if (!stack_address(variable, l, &start) || !types_of(variable, &type))
        return false;
    l->die = *variable;
    l->inside = l->address - start;
    return l->inside < types_size(&type);
}

static bool find_local(Dwarf_Die *scope, struct local *l)
{
    Dwarf_Die child;
    int tag = dwarf_tag(scope);
    const char *outer = l->function;
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
        l->function = dwarf_diename(scope);
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        tag = dwarf_tag(&child);
        if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && covers(&child, l))
            return true;
        if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine)
            && (l->ended || dwarf_haspc(&child, l->pc) == 1) && find_local(&child, l))
            return true;
    }
    l->function = outer;
    return false;
}

/* Scopes may share memory: what is alive at the pc comes first. */
static bool find_in_function(Dwarf_Die *function, struct local *l)
{
    l->ended = false;
    if (find_local(function, l))
        return true;
    l->ended = true;
    return find_local(function, l);
}

/* What fbreg counts from: the canonical frame address (gcc) or a register (clang). */
static bool frame_base(Dwarf_Die *function, Dwfl_Module *module, const struct activation *in, uint64_t *base)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    if (!dwarf_attr(function, DW_AT_frame_base, &attribute) || dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1)
        return false;
    switch (ops[0].atom) {
    case DW_OP_call_frame_cfa:
        return frame_address(module, in->pc, in->frame, base);
    case DW_OP_reg0 + FRAME_REGISTER:
        *base = in->frame;
        return true;
    case DW_OP_reg0 + STACK_REGISTER:
        *base = in->sp;
        return true;
    default:
        return false;
    }
}

/* The function around a return address. */
static bool function_around(const struct symbols *s, const struct code_range *code, uint64_t pc, Dwarf_Die *function)
{
    Dwarf_Die unit = code->unit, *scopes = NULL;
    int count = function_scopes(s->functions, &unit, pc - 1 - code->bias, &scopes);
    if (count > 0)
        *function = scopes[count - 1];
    free(scopes);
    return count > 0;
}

char *variables_local(struct symbols *s, struct activation *in, uint64_t address, uint32_t size, struct value_type *type)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, in->pc - 1);
    const struct code_range *code = symbols_unit(s, in->pc - 1);
    Dwarf_Die function;
    struct local local = {.address = address, .in = in};
    char *name = NULL;
    if (module && code && function_around(s, code, in->pc, &function)) {
        local.based = frame_base(&function, module, in, &local.base);
        local.pc = in->pc - 1 - code->bias;
        if (find_in_function(&function, &local))
            name = name_inside(s, &local.die, local.inside, size, type);
    }
    in->function = name && local.function ? local.function : "?";
    return name;
}

/* --- lists of variables ------------------------------------------------------------------------------------------------ */

static bool is_defined_in(Dwarf_Die *die, const char *file, size_t length)
{
    Dwarf_Die unit;
    const char *path = types_declared_in(die);
    if (!path && dwarf_diecu(die, &unit, NULL, NULL)) /* its number is 0 if it is the unit's own, which libdw takes for none */
        path = dwarf_diename(&unit);
    size_t all = path ? strlen(path) : 0;
    if (length == 0 || all < length || memcmp(path + all - length, file, length) != 0)
        return false;
    return all == length || path[all - length - 1] == '/';
}

size_t variables_match(struct symbols *s, const char *pattern, variables_found *found, void *context)
{
    const struct variable_list *index = &get_index(s)->fixed;
    const char *colon = strrchr(pattern, ':'), *name = colon ? colon + 1 : pattern;
    size_t count = 0;
    for (size_t i = 0; i < index->count; i++) {
        struct variable *v = &index->at[i];
        const char *word = dwarf_diename(&v->die);
        bool named = word && strcmp(word, name) == 0;
        bool matches = colon ? named && is_defined_in(&v->die, pattern, (size_t)(colon - pattern))
                             : named || is_defined_in(&v->die, pattern, strlen(pattern));
        if (matches && v->size) {
            found(context, v->address, v->size, &v->die);
            count++;
        }
    }
    return count;
}

void variables_each(struct symbols *s, variables_visit *each, void *context)
{
    const struct variable_list *index = &get_index(s)->fixed;
    Dwarf_Die type;
    for (size_t i = 0; i < index->count; i++)
        if (types_of(&index->at[i].die, &type))
            each(context, index->at[i].address, &type, dwarf_diename(&index->at[i].die));
}

static void each_local(Dwarf_Die *scope, const struct local *l, variables_visit *each, void *context)
{
    Dwarf_Die child, type;
    uint64_t address;
    for (int none = dwarf_child(scope, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        bool variable = tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
        if (variable && stack_address(&child, l, &address) && types_of(&child, &type))
            each(context, address, &type, dwarf_diename(&child));
        if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) && dwarf_haspc(&child, l->pc) == 1)
            each_local(&child, l, each, context);
    }
}

void variables_locals(struct symbols *s, const struct activation *in, variables_visit *each, void *context)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, in->pc - 1);
    const struct code_range *code = symbols_unit(s, in->pc - 1);
    Dwarf_Die function;
    struct local local = {.in = in};
    if (module && code && function_around(s, code, in->pc, &function)) {
        local.based = frame_base(&function, module, in, &local.base);
        local.pc = in->pc - 1 - code->bias;
        each_local(&function, &local, each, context);
    }
}

void variables_type(struct symbols *s, uint64_t address, uint32_t size, struct value_type *type, const char **name)
{
    struct variable *v = find_variable(&get_index(s)->fixed, address);
    Dwarf_Die of;
    *type = (struct value_type){.kind = VALUE_UNKNOWN};
    if (!v || !types_of(&v->die, &of))
        return;
    types_descend(s, &of, address - v->address, size, NULL, type);
    if (v->address == address && v->size == size)
        *name = dwarf_diename(&v->die);
}
