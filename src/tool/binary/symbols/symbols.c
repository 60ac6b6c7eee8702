/* symbols.c - loaded objects, functions and lines, by libdw. Variables are in variables.c. */
#include "tool/binary/symbols/symbols.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lower_bound.h"
#include "tool/binary/symbols/code_symbols.h"
#include "tool/binary/symbols/debug_files.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/binary/symbols/function_index.h"
#include "tool/cli/util.h"

/* A name relative to the folder that the unit was compiled in, and where the file lies. */
struct moved_file {
    const char *name;
    char       *path;
};

static struct symbols *new_symbols(const struct wire *wire)
{
    struct symbols *s = allocate(sizeof *s);
    s->functions = function_index_new();
    s->code_symbols = code_symbols_new();
    s->dwfl = dwfl_begin(&debug_files);
    if (!s->dwfl)
        die("cannot use libdw: %s", dwfl_errmsg(-1));
    s->wire = wire;
    char *here = getcwd(NULL, 0);
    s->directory = here ? path_join(here, "") : NULL;
    free(here);
    return s;
}

bool symbols_instrumented(const struct symbols *s, Dwfl_Module *module)
{
    GElf_Addr bias;
    if (!s->wire)
        return true;
    if (!dwfl_module_getelf(module, &bias))
        return false;
    for (uint32_t i = 0; i < s->wire->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &s->wire->module[i];
        if (m->base == bias && m->flags & (WIRE_MODULE_PROGRAM | WIRE_MODULE_INSTRUMENTED))
            return true;
    }
    return false;
}

bool symbols_in_runtime(const struct symbols *s, uint64_t pc)
{
    for (uint32_t i = 0; s->wire && i < s->wire->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &s->wire->module[i];
        if (m->flags & WIRE_MODULE_RUNTIME && pc >= m->lo && pc < m->hi)
            return true;
    }
    return false;
}

/* --- compilation units: an index of our own, because clang leaves out the one that libdw looks into ---------------------- */

static void add_unit(struct symbols *s, Dwarf_Die *unit, Dwarf_Addr bias)
{
    Dwarf_Addr base, low, high;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &low, &high)) > 0;) {
        s->code = resize(s->code, (s->code_count + 1) * sizeof *s->code);
        s->code[s->code_count++] = (struct code_range){low + bias, high + bias, bias, *unit};
    }
}

static int add_units(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr start, void *arg)
{
    (void)user, (void)name, (void)start;
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while (symbols_instrumented(arg, module) && (unit = dwfl_module_nextcu(module, unit, &bias)))
        add_unit(arg, unit, bias);
    return DWARF_CB_OK;
}

static int by_low(const void *a, const void *b)
{
    const struct code_range *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static struct symbols *index_units(struct symbols *s)
{
    dwfl_getmodules(s->dwfl, add_units, s, 0);
    if (s->code_count)
        qsort(s->code, s->code_count, sizeof *s->code, by_low);
    return s;
}

const struct code_range *symbols_unit(const struct symbols *s, uint64_t pc)
{
    size_t after = LOWER_BOUND(i, s->code_count, s->code[i].low <= pc);
    return after > 0 && pc < s->code[after - 1].high ? &s->code[after - 1] : NULL;
}

/* --- opening ------------------------------------------------------------------------------------------------------------ */

struct symbols *symbols_open(const struct wire *wire)
{
    struct symbols *s = new_symbols(wire);
    dwfl_report_begin(s->dwfl);
    for (uint32_t i = 0; i < wire->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &wire->module[i];
        if (m->path[0] == '/' && !(m->flags & WIRE_MODULE_RUNTIME))
            dwfl_report_elf(s->dwfl, path_base(m->path), m->path, -1, m->base, true);
    }
    dwfl_report_end(s->dwfl, NULL, NULL);
    return index_units(s);
}

struct symbols *symbols_open_file(const char *program)
{
    struct symbols *s = new_symbols(NULL);
    dwfl_report_begin(s->dwfl);
    Dwfl_Module *module = dwfl_report_elf(s->dwfl, path_base(program), program, -1, 0, true);
    dwfl_report_end(s->dwfl, NULL, NULL);
    if (module)
        return index_units(s);
    symbols_close(s);
    return NULL;
}

void symbols_close(struct symbols *s)
{
    if (!s)
        return;
    if (s->variables)
        s->free_variables(s->variables);
    if (s->blocks)
        s->free_blocks(s->blocks);
    function_index_free(s->functions);
    code_symbols_free(s->code_symbols);
    dwfl_end(s->dwfl);
    free(s->code);
    free(s->known);
    free(s->directory);
    for (size_t i = 0; i < s->moved_count; i++)
        free(s->moved[i].path);
    free(s->moved);
    free(s);
}

/* --- places ------------------------------------------------------------------------------------------------------------ */

static char *path_of(const struct symbols *s, Dwarf_Die *unit, const char *file)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    if (!folder || folder[0] != '/' || !s->directory)
        return NULL;
    char *slashed = path_join(folder, ""), *joined = path_join(folder, file);
    char *path = strcmp(slashed, s->directory) == 0 ? NULL : realpath(joined, NULL);
    free(slashed);
    free(joined);
    return path;
}

/* As it is written, if that is absolute, or it was compiled here, or is there no longer. */
static const char *moved(struct symbols *s, Dwarf_Die *unit, const char *file)
{
    if (file[0] == '/' || file[0] == '<')
        return file;
    for (size_t i = 0; i < s->moved_count; i++)
        if (s->moved[i].name == file)
            return s->moved[i].path ? s->moved[i].path : file;
    s->moved = resize(s->moved, (s->moved_count + 1) * sizeof *s->moved);
    s->moved[s->moved_count++] = (struct moved_file){file, path_of(s, unit, file)};
    return moved(s, unit, file);
}

/* Files of our own libraries (no unit) are named as they lie in our sources. */
static const char *shorten(struct symbols *s, const Dwarf_Die *unit, const char *file)
{
    if (unit) {
        Dwarf_Die of = *unit;
        file = moved(s, &of, file);
    }
    if (s->directory && starts_with(file, s->directory))
        return file + strlen(s->directory);
    return starts_with(file, "./") ? file + 2 : file;
}

/* The function whose code it is in the source, which may have been inlined into another one. Its own symbol says more of a C++
 * function than its name alone. */
static const char *function_in_source(const struct symbols *s, const struct code_range *code, uint64_t pc, const char *symbol)
{
    Dwarf_Die unit = code->unit, *scopes = NULL;
    const char *name = NULL;
    int count = function_scopes(s->functions, &unit, pc - code->bias, &scopes);
    for (int i = 0; i < count && !name; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
            name = dwarf_diename(&scopes[i]);
        if (tag == DW_TAG_subprogram && symbol && starts_with(symbol, "_Z"))
            name = demangle_function(symbol);
    }
    free(scopes);
    return name;
}

static bool is_library_header(const char *file)
{
    return file && strstr(file, "/include/") && (strstr(file, "/c++/") || strstr(file, "/mazurka-c++/"));
}

static bool is_object(Dwfl_Module *module, const char *name)
{
    const char *object = module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
    return object && strcmp(object, name) == 0;
}

static bool is_our_library(Dwfl_Module *module)
{
    return is_object(module, "libmazurka-cxx.so") || is_object(module, "libmazurka-omp.so");
}

/* Place at which a function was inlined. NULL: it was not, or nobody knows. */
static const char *inlined_at(Dwarf_Die *unit, Dwarf_Die *scope, int *line)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number, index;
    Dwarf_Files *files;
    if (dwarf_tag(scope) != DW_TAG_inlined_subroutine || dwarf_getsrcfiles(unit, &files, NULL) != 0 ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_line, &attribute), &number) != 0 ||
        dwarf_formudata(dwarf_attr(scope, DW_AT_call_file, &attribute), &index) != 0)
        return NULL;
    *line = (int)number;
    return dwarf_filesrc(files, index, NULL, NULL);
}

/* Code of the C++ library that was inlined: the call in the program's own code. */
static void leave_library(struct symbols *s, const struct code_range *code, const char *symbol, struct place *p)
{
    Dwarf_Die unit = code->unit, *scopes = NULL;
    int count = function_scopes(s->functions, &unit, p->pc - code->bias, &scopes);
    for (int i = 0; i < count && p->library; i++) {
        int line;
        const char *file = inlined_at(&unit, &scopes[i], &line);
        if (!file || is_library_header(file))
            continue;
        *p = (struct place){.function = demangle_function(symbol), .file = shorten(s, &code->unit, file), .line = line, .pc = p->pc};
    }
    free(scopes);
}

/* Assemblers mark where code and data begin with symbols ($x, $d) that nobody has written. */
static const char *symbol_at(const struct symbols *s, Dwfl_Module *module, uint64_t address)
{
    const char *name = module ? code_symbols_at(s->code_symbols, module, address) : NULL;
    if (module && !name)
        name = dwfl_module_addrname(module, address);
    return name && name[0] != '$' ? name : NULL;
}

/* The line that an instruction was compiled from. Optimizers say of some that they belong to none: that of those before it. */
static Dwarf_Line *line_at(const struct code_range *code, uint64_t pc, int *number)
{
    enum { NEAR = 64 };
    Dwarf_Die unit = code->unit;
    for (uint64_t back = 0; back < NEAR && pc - back >= code->low; back += 4) {
        Dwarf_Line *line = dwarf_getsrc_die(&unit, pc - back - code->bias);
        if (line && dwarf_lineno(line, number) == 0 && *number > 0)
            return line;
    }
    return NULL;
}

static struct place look_up(struct symbols *s, uint64_t pc)
{
    struct place p = {.pc = pc};
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, pc);
    const struct code_range *code = symbols_unit(s, pc);
    Dwarf_Line *line = code ? line_at(code, pc, &p.line) : NULL;
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    bool ours = is_our_library(module);
    p.file = file ? shorten(s, ours ? NULL : &code->unit, file) : NULL;
    const char *symbol = symbol_at(s, module, pc);
    p.function = code ? function_in_source(s, code, pc, symbol) : NULL;
    if (!p.function)
        p.function = demangle_function(symbol);
    p.library = is_library_header(file) || ours;
    p.openmp = is_object(module, "libmazurka-omp.so");
    if (p.library && code && !ours) /* whatever was inlined there is in the library, too */
        leave_library(s, code, symbol, &p);
    return p;
}

static struct place find_place(struct symbols *s, uint64_t pc, uint64_t lookup)
{
    enum { SLOTS = 4096 };
    if (!s->known)
        s->known = allocate(SLOTS * sizeof *s->known);
    struct place *slot = &s->known[(lookup * 0x9e3779b97f4a7c15ULL) >> 52];
    if (slot->pc != lookup)
        *slot = look_up(s, lookup);
    struct place p = *slot;
    p.pc = pc;
    return p;
}

struct place symbols_call(struct symbols *s, uint64_t pc)
{
    return find_place(s, pc, pc - 1);
}

struct place symbols_instruction(struct symbols *s, uint64_t pc)
{
    return find_place(s, pc, pc);
}

static bool is_function(Dwarf_Die *scope)
{
    return dwarf_tag(scope) == DW_TAG_subprogram || dwarf_tag(scope) == DW_TAG_inlined_subroutine;
}

static int inlined_column(Dwarf_Die *scope)
{
    Dwarf_Attribute attribute;
    Dwarf_Word column;
    return dwarf_formudata(dwarf_attr(scope, DW_AT_call_column, &attribute), &column) == 0 ? (int)column : 0;
}

size_t symbols_chain(struct symbols *s, uint64_t pc, struct chain_place *chain, size_t most)
{
    const struct code_range *code = symbols_unit(s, pc - 1);
    int line, column = 0, count;
    Dwarf_Line *first = code ? line_at(code, pc - 1, &line) : NULL;
    const char *file = first ? dwarf_linesrc(first, NULL, NULL) : NULL;
    Dwarf_Die unit, *scopes = NULL;
    size_t used = 0;
    if (!file)
        return 0;
    unit = code->unit;
    dwarf_linecol(first, &column);
    count = function_scopes(s->functions, &unit, pc - 1 - code->bias, &scopes);
    for (int i = 0; i < count && file && used < most; i++) {
        if (!is_function(&scopes[i]))
            continue;
        chain[used++] = (struct chain_place){
            {dwarf_diename(&scopes[i]), shorten(s, &code->unit, file), line, pc, is_library_header(file), false}, column};
        file = inlined_at(&unit, &scopes[i], &line);
        column = inlined_column(&scopes[i]);
    }
    free(scopes);
    return used;
}

const char *symbols_function(struct symbols *s, uint64_t address)
{
    const char *name = symbol_at(s, dwfl_addrmodule(s->dwfl, address), address);
    return name ? demangle_function(name) : NULL;
}

static const char *text_in(Elf_Scn *section, uint64_t address)
{
    GElf_Shdr header;
    bool constant = section && gelf_getshdr(section, &header) && header.sh_type == SHT_PROGBITS && !(header.sh_flags & SHF_WRITE) &&
        !(header.sh_flags & SHF_EXECINSTR) && address - header.sh_addr < header.sh_size;
    Elf_Data *data = constant ? elf_getdata(section, NULL) : NULL;
    uint64_t at = constant ? address - header.sh_addr : 0;
    bool ends = data && data->d_buf && at < data->d_size && memchr((const char *)data->d_buf + at, '\0', data->d_size - at);
    return ends ? (const char *)data->d_buf + at : NULL;
}

const char *symbols_text(struct symbols *s, uint64_t address)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    GElf_Addr bias;
    Elf *elf = module ? dwfl_module_getelf(module, &bias) : NULL;
    const char *text = NULL;
    for (Elf_Scn *section = NULL; elf && !text && (section = elf_nextscn(elf, section)) != NULL;)
        text = text_in(section, address - bias);
    return text;
}

char *symbols_raw(struct symbols *s, uint64_t address)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    GElf_Addr bias;
    if (!module || !dwfl_module_getelf(module, &bias))
        return format_text("0x%" PRIx64, address);
    const char *name = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    return format_text("%s+0x%" PRIx64, name, address - bias);
}

char *symbols_line(struct symbols *s, const struct place *p)
{
    if (p->file && p->line)
        return format_text("%s:%d", p->file, p->line);
    return symbols_raw(s, p->pc);
}
