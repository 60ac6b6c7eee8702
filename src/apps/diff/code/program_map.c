/* program_map.c - see program_map.h. */
#include "apps/diff/code/program_map.h"

#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/uninstrumented/machine_code.h"
#include "tool/cli/util.h"

/* --- what a call is ---------------------------------------------------------------------------------------------------- */

static bool is_quiet(const char *name)
{
    static const char *const hooks[] = {"__tsan_func_entry", "__tsan_func_exit", "__tsan_init", NULL};
    return is_one_of(name, hooks) || calls_traits(name) & TRAIT_QUIET;
}

/* Does it call a function that it is given, or that was left with it? */
static bool calls_others(const char *name)
{
    return calls_traits(name) & (TRAIT_CALLS_BACK | TRAIT_CALLS_KEPT);
}

static bool is_lock_family(const char *name)
{
    static const char *const families[] = {"pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "mtx_", NULL};
    for (size_t i = 0; families[i]; i++)
        if (starts_with(name, families[i]))
            return true;
    return false;
}

static bool is_sync(const char *name)
{
    return starts_with(name, "pthread_") || starts_with(name, "sem_") || starts_with(name, "thrd_") || starts_with(name, "cnd_") ||
           starts_with(name, "mtx_") || strcmp(name, "call_once") == 0;
}

static enum site_kind kind_of_name(const char *name)
{
    if (is_quiet(name))
        return SITE_QUIET;
    if (machine_is_hook(name))
        return SITE_ACCESS;
    if (is_lock_family(name) && ends_with(name, "unlock"))
        return SITE_UNLOCK;
    if (is_lock_family(name) && ends_with(name, "lock"))
        return SITE_LOCK;
    return is_sync(name) ? SITE_SYNC : SITE_LIBRARY;
}

/* --- functions ---------------------------------------------------------------------------------------------------------- */

size_t program_map_function(const struct program_map *m, uint64_t pc)
{
    const struct image_function *f = image_function_at(m->image, pc);
    return f ? (size_t)(f - m->image->functions) : SIZE_MAX;
}

static void take_address(struct program_map *m, uint64_t address)
{
    size_t f = program_map_function(m, address);
    if (f != SIZE_MAX && m->functions[f].start == address)
        m->functions[f].address_taken = true;
}

/* In data: words that the dynamic linker sets, and those that are set already. */
static void take_from_data(struct program_map *m)
{
    for (size_t i = 0; i < m->image->pointer_count; i++)
        take_address(m, m->image->pointers[i].target);
    for (size_t i = 0; i < m->image->byte_count; i++) {
        const struct image_bytes *b = &m->image->bytes[i];
        uint64_t word;
        for (uint64_t at = (b->start + 7) & ~7ULL; b->data && at + sizeof word <= b->end; at += sizeof word) {
            memcpy(&word, b->data + (at - b->start), sizeof word);
            take_address(m, word);
        }
    }
}

/* --- instructions ------------------------------------------------------------------------------------------------------- */

struct reading {
    struct program_map *map;
    size_t   function;
    uint64_t value[REGISTERS]; /* constants in registers, */
    bool     known[REGISTERS]; /* where they are known: the page of an address may be 0 */
};

static void add_site(struct reading *r, uint64_t pc, enum site_kind kind, const char *name, size_t callee)
{
    struct program_map *m = r->map;
    m->sites = resize(m->sites, (m->site_count + 1) * sizeof *m->sites);
    m->sites[m->site_count++] = (struct site){.pc = pc, .kind = kind, .function = r->function, .callee = callee, .name = name};
    m->functions[r->function].sites++;
}

static void read_call(struct reading *r, const struct instruction *i)
{
    struct mapped_function *own = &r->map->functions[r->function];
    size_t callee = i->target ? program_map_function(r->map, i->target) : SIZE_MAX;
    if (!i->target) {
        own->calls_pointers = true;
        add_site(r, i->address, SITE_INDIRECT, NULL, SIZE_MAX);
    } else if (callee != SIZE_MAX) {
        add_site(r, i->address, SITE_CALL, r->map->functions[callee].name, callee);
    } else {
        const char *name = image_called_name(r->map->image, i->target);
        own->calls_pointers |= !*name || calls_others(name);
        add_site(r, i->address, *name ? kind_of_name(name) : SITE_INDIRECT, *name ? name : NULL, SIZE_MAX);
    }
}

/* What the last call of a function has become: a jump to another one. */
static bool leaves(const struct reading *r, const struct instruction *i)
{
    const struct mapped_function *own = &r->map->functions[r->function];
    return (i->flow == FLOW_JUMP || i->flow == FLOW_BRANCH) && (i->target < own->start || i->target >= own->end);
}

/* Addresses are made of one instruction or of two (adrp, add). */
static void follow_constants(struct reading *r, const struct instruction *i)
{
    bool sum = i->effect == EFFECT_SUM && i->source != NO_REGISTER && r->known[i->source];
    bool known = sum || i->effect == EFFECT_CONSTANT;
    uint64_t value = (sum ? r->value[i->source] : 0) + (uint64_t)i->amount;
    for (int n = 0; n < REGISTERS; n++)
        if ((i->defines | i->touches) & register_mask(n))
            r->known[n] = false;
    if (i->destination != NO_REGISTER) {
        r->known[i->destination] = known;
        r->value[i->destination] = value;
    }
    if (known)
        take_address(r->map, value);
}

static void read_instruction(struct reading *r, const struct instruction *i)
{
    struct mapped_function *own = &r->map->functions[r->function];
    follow_constants(r, i);
    if (i->flow == FLOW_CALL || leaves(r, i))
        read_call(r, i);
    else if (i->flow == FLOW_INDIRECT) /* a table of a switch, or a call at the end through a pointer */
        own->calls_pointers = true;
}

static void read_function(struct program_map *m, size_t function, cs_insn *from)
{
    struct mapped_function *f = &m->functions[function];
    struct reading r = {.map = m, .function = function};
    uint64_t address = f->start;
    size_t size = f->end - f->start;
    const uint8_t *code = image_at(m->image, f->start, size);
    f->first_site = m->site_count;
    while (code && size && cs_disasm_iter(m->image->handle, &code, &size, &address, from)) {
        struct instruction i = instruction_blank(from);
        m->image->architecture->decode(from, &i);
        read_instruction(&r, &i);
    }
    if (code && size)
        f->calls_pointers = true; /* there is something that capstone does not know */
}

/* --- lines -------------------------------------------------------------------------------------------------------------- */

static void find_lines(struct program_map *m)
{
    for (size_t i = 0; i < m->site_count; i++) {
        struct site *site = &m->sites[i];
        const struct code_range *code = symbols_unit(m->symbols, site->pc);
        Dwarf_Die unit = code ? code->unit : (Dwarf_Die){0};
        Dwarf_Line *line = code ? dwarf_getsrc_die(&unit, site->pc - code->bias) : NULL;
        int number = 0;
        if (line && dwarf_lineno(line, &number) == 0 && number > 0) {
            site->file = dwarf_linesrc(line, NULL, NULL);
            site->line = (unsigned)number;
        }
    }
}

/* --- what follows from calls --------------------------------------------------------------------------------------------- */

int program_map_lock_step(const struct program_map *m, const struct site *site)
{
    return site->kind == SITE_LOCK ? 1 : site->kind == SITE_UNLOCK ? -1 : site->kind == SITE_CALL ? m->functions[site->callee].net : 0;
}

bool program_map_interacts(const struct program_map *m, const struct site *site)
{
    return site->kind != SITE_QUIET && (site->kind != SITE_CALL || m->functions[site->callee].interacts);
}

/* Does the function interact, and what does it do to locks, by what is known of those that it calls? True if that is news. */
static bool conclude(struct program_map *m, size_t function)
{
    struct mapped_function *f = &m->functions[function];
    bool interacts = f->interacts, takes = false, releases = false;
    for (size_t i = 0; i < f->sites; i++) {
        const struct site *site = &m->sites[f->first_site + i];
        bool itself = site->kind == SITE_CALL && site->callee == function;
        int step = itself ? 0 : program_map_lock_step(m, site);
        interacts |= !itself && program_map_interacts(m, site);
        takes |= step > 0;
        releases |= step < 0;
    }
    int net = takes == releases ? 0 : takes ? 1 : -1;
    bool news = interacts != f->interacts || net != f->net;
    f->interacts = interacts;
    f->net = net;
    return news;
}

static void conclude_all(struct program_map *m)
{
    enum { ROUNDS = 64 }; /* `interacts` only grows, but `net` may go back and forth where functions call each other in a circle */
    bool news = true;
    for (int round = 0; news && round < ROUNDS; round++) {
        news = false;
        for (size_t i = 0; i < m->function_count; i++)
            news |= conclude(m, i);
    }
}

static void reach(size_t function, bool *reached, size_t *stack, size_t *depth)
{
    if (!reached[function]) {
        reached[function] = true;
        stack[(*depth)++] = function;
    }
}

static void reach_pointers(const struct program_map *m, bool *reached, size_t *stack, size_t *depth)
{
    for (size_t i = 0; i < m->function_count; i++)
        if (m->functions[i].address_taken)
            reach(i, reached, stack, depth);
}

void program_map_reach(const struct program_map *m, uint64_t start, bool *reached)
{
    size_t *stack = allocate((m->function_count + 1) * sizeof *stack), depth = 0;
    size_t first = program_map_function(m, start);
    memset(reached, 0, m->function_count * sizeof *reached);
    if (first == SIZE_MAX)
        reach_pointers(m, reached, stack, &depth);
    else
        reach(first, reached, stack, &depth);
    while (depth) {
        const struct mapped_function *f = &m->functions[stack[--depth]];
        if (f->calls_pointers)
            reach_pointers(m, reached, stack, &depth);
        for (size_t i = 0; i < f->sites; i++)
            if (m->sites[f->first_site + i].kind == SITE_CALL)
                reach(m->sites[f->first_site + i].callee, reached, stack, &depth);
    }
    free(stack);
}

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

static void read_functions(struct program_map *m)
{
    const struct image *image = m->image;
    m->function_count = image->function_count;
    m->functions = allocate((m->function_count + 1) * sizeof *m->functions);
    for (size_t i = 0; i < m->function_count; i++)
        m->functions[i] = (struct mapped_function){.start = image->functions[i].start, .end = image->functions[i].end,
            .name = image->functions[i].name};
    cs_insn *from = cs_malloc(image->handle);
    for (size_t i = 0; i < m->function_count; i++)
        read_function(m, i, from);
    cs_free(from, 1);
}

static void program_map_close(struct program_map *m)
{
    symbols_close(m->symbols);
    if (m->image)
        image_close(m->image);
    free(m->sites);
    free(m->functions);
    free(m);
}

struct program_map *program_map_open(const char *program, char **why)
{
    struct program_map *m = allocate(sizeof *m);
    m->image = image_open(program, why);
    m->symbols = m->image ? symbols_open_file(program) : NULL;
    if (m->image && (!m->symbols || !m->symbols->code_count))
        *why = format_text("%s has no debug information: compile it with -g, and do not strip it", program);
    if (!m->image || !m->symbols || !m->symbols->code_count) {
        program_map_close(m);
        return NULL;
    }
    read_functions(m);
    take_from_data(m);
    find_lines(m);
    conclude_all(m);
    return m;
}
