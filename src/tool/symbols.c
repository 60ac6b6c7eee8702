/* symbols.c - loaded objects, functions and lines, by libdw. Variables are in variables.c. */
#include "tool/symbols.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/util.h"
#include "tool/variables.h"

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
};

static struct symbols *new_symbols(const struct wire *wire)
{
    setenv("DEBUGINFOD_URLS", "", 1); /* names must not depend on what a server answers */
    struct symbols *s = allocate(sizeof *s);
    s->dwfl = dwfl_begin(&callbacks);
    if (!s->dwfl)
        die("cannot use libdw: %s", dwfl_errmsg(-1));
    s->wire = wire;
    char *here = getcwd(NULL, 0);
    s->directory = here ? path_join(here, "") : NULL;
    free(here);
    return s;
}

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
    return s;
}

struct symbols *symbols_open_file(const char *program)
{
    struct symbols *s = new_symbols(NULL);
    dwfl_report_begin(s->dwfl);
    Dwfl_Module *module = dwfl_report_elf(s->dwfl, path_base(program), program, -1, 0, true);
    dwfl_report_end(s->dwfl, NULL, NULL);
    if (module)
        return s;
    symbols_close(s);
    return NULL;
}

void symbols_close(struct symbols *s)
{
    if (!s)
        return;
    variables_free(s->variables);
    dwfl_end(s->dwfl);
    free(s->directory);
    free(s);
}

static const char *shorten(const struct symbols *s, const char *file)
{
    if (s->directory && starts_with(file, s->directory))
        return file + strlen(s->directory);
    return starts_with(file, "./") ? file + 2 : file;
}

static struct place find_place(struct symbols *s, uint64_t pc, uint64_t lookup)
{
    struct place p = {.pc = pc};
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, lookup);
    if (!module)
        return p;
    p.function = dwfl_module_addrname(module, lookup);
    Dwfl_Line *line = dwfl_module_getsrc(module, lookup);
    const char *file = line ? dwfl_lineinfo(line, NULL, &p.line, NULL, NULL, NULL) : NULL;
    if (file)
        p.file = shorten(s, file);
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

const char *symbols_function(struct symbols *s, uint64_t address)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    return module ? dwfl_module_addrname(module, address) : NULL;
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
