/* deeds.c - accesses and calls of each block of a function. See future.h.
 *
 * Constants are followed as the analysis of dead values follows them (values.c). The address of a variable may be moved, added to,
 * compared, used to reach memory, and given to a hook or to a function that synchronizes; whatever else becomes of it, and it has
 * escaped. */
#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/future.h"
#include "tool/cli/util.h"

struct scan {
    struct future        *future;
    struct function      *function;
    struct deed_function *to;
    struct state         *state; /* before instruction `at` */
    uint32_t at, block;
};

/* --- notes ------------------------------------------------------------------------------------------------------------ */

static void note(struct scan *s, uint32_t bit, bool of_call)
{
    struct deed_function *to = s->to;
    for (size_t i = to->deed_count; i-- > 0 && to->deeds[i].block == s->block;)
        if (to->deeds[i].bit == bit && to->deeds[i].of_call == of_call)
            return;
    if (to->deed_count == to->deed_room) {
        to->deed_room = to->deed_room ? 2 * to->deed_room : 16;
        to->deeds = resize(to->deeds, to->deed_room * sizeof *to->deeds);
    }
    to->deeds[to->deed_count++] = (struct deed){s->block, bit, of_call};
}

static void note_access(struct scan *s, uint64_t from, uint64_t size, bool of_call)
{
    size_t count;
    bool covered;
    size_t first = data_objects_in(&s->future->objects, from, from + (size ? size : 1), &count, &covered);
    for (size_t i = 0; i < count; i++)
        note(s, (uint32_t)(DEED_OBJECTS + first + i), of_call);
}

/* All of the variable there. */
static void note_variable(struct scan *s, uint64_t address)
{
    size_t count;
    bool covered;
    size_t first = data_objects_in(&s->future->objects, address, address + 1, &count, &covered);
    const struct data_object *o = &s->future->objects.at[first];
    note_access(s, address, covered ? o->end - address : 1, true);
}

static void note_taken(struct future *f, uint64_t address)
{
    const struct image_function *function = image_function_at(f->image, address);
    for (size_t low = 0, high = f->function_count; function && function->start == address && low < high;) {
        size_t middle = (low + high) / 2;
        if (f->functions[middle].start == address)
            f->functions[middle].taken = true;
        if (f->functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
}

/* --- values ----------------------------------------------------------------------------------------------------------- */

/* Is it an address that leads to data, as far as one can see? */
static bool is_data(const struct scan *s, const struct value *v)
{
    return v->kind == VALUE_CONSTANT && data_objects_concern(&s->future->objects, (uint64_t)v->number);
}

static void escape(struct scan *s, const struct value *v)
{
    if (v->kind == VALUE_CONSTANT)
        note_taken(s->future, (uint64_t)v->number);
    if (is_data(s, v))
        data_objects_escape(&s->future->objects, (uint64_t)v->number);
}

static void escape_near(struct scan *s, const struct value *v)
{
    if (v->kind == VALUE_CONSTANT)
        note_taken(s->future, (uint64_t)v->number);
    if (is_data(s, v))
        data_objects_escape_near(&s->future->objects, (uint64_t)v->number, !s->function->has_extents);
}

static void escape_registers(struct scan *s, uint64_t mask)
{
    for (int r = 0; r < REGISTERS; r++)
        if (mask >> r & 1)
            escape(s, &s->state->registers[r]);
}

/* Does the analysis know what becomes of the constant in register r that the instruction reads? */
static bool is_followed(const struct scan *s, const struct instruction *i, int r)
{
    if (i->compares)
        return true;
    if (i->destination == NO_REGISTER || i->leaks)
        return false;
    if (i->effect == EFFECT_SUM)
        return i->source == r;
    if (i->effect != EFFECT_ADD && i->effect != EFFECT_SUBTRACT)
        return false;
    return s->state->registers[i->source].kind == VALUE_CONSTANT && s->state->registers[i->second].kind == VALUE_CONSTANT;
}

static bool is_on_own_frame(const struct scan *s, const struct access *a)
{
    uint8_t kind = a->base == NO_REGISTER ? VALUE_UNKNOWN : s->state->registers[a->base].kind;
    return (kind == VALUE_FRAME || kind == VALUE_DYNAMIC) && a->index == NO_REGISTER;
}

static void look_at_access(struct scan *s, const struct instruction *i, const struct access *a)
{
    const struct value *base = a->base == NO_REGISTER ? NULL : &s->state->registers[a->base];
    const struct value *index = a->index == NO_REGISTER ? NULL : &s->state->registers[a->index];
    struct value absolute = {.kind = VALUE_CONSTANT, .number = a->offset};
    if (a->writes && a->value != NO_REGISTER)
        escape(s, &s->state->registers[a->value]);
    if (is_on_own_frame(s, a))
        return;
    if (index || (base && i->stepped == a->base)) {
        if (index)
            escape_near(s, index);
        if (base && base->kind == VALUE_CONSTANT)
            absolute.number += base->number;
        if (!base || base->kind == VALUE_CONSTANT)
            escape_near(s, &absolute);
        if (base)
            escape_near(s, base);
    } else if (!base || base->kind == VALUE_CONSTANT) {
        note_access(s, (uint64_t)(a->offset + (base ? base->number : 0)), a->size, false);
    }
}

static void look_at_values(struct scan *s, const struct instruction *i)
{
    if (i->opaque) {
        escape_registers(s, UINT64_MAX);
        note(s, DEED_ANYTHING, false);
    }
    for (int r = 0; r < REGISTERS; r++)
        if (i->reads >> r & 1 && s->state->registers[r].kind == VALUE_CONSTANT && !is_followed(s, i, r))
            escape_near(s, &s->state->registers[r]);
    if (i->effect == EFFECT_NEAR && i->source != NO_REGISTER && s->state->registers[i->source].kind == VALUE_CONSTANT) {
        struct value moved = s->state->registers[i->source];
        escape_near(s, &moved);
        moved.number += i->amount;
        escape_near(s, &moved);
    }
    for (int k = 0; k < i->accesses; k++)
        look_at_access(s, i, &i->access[k]);
}

/* --- calls ------------------------------------------------------------------------------------------------------------ */

static const struct value *argument(const struct scan *s, int number)
{
    static const int8_t x86_64[] = {7, 6, 2};
    bool arm = s->future->image->architecture->machine == EM_AARCH64;
    return &s->state->registers[arm ? number : x86_64[number]];
}

/* The bytes that a hook announces at the address that it gets; 0: none; -1: who knows. */
static int64_t announced(const char *hook)
{
    static const char *const silent[] = {"func_entry", "func_exit", "init", "atomic_thread_fence", "atomic_signal_fence", NULL};
    const char *name = hook + strlen("__tsan_"), *end = name + strlen(name);
    if (!starts_with(hook, "__tsan_")) /* mz_fresh, mz_calls */
        return 0;
    if (is_one_of(name, silent))
        return 0;
    if (starts_with(name, "vptr_"))
        return 8;
    if (starts_with(name, "atomic"))
        return strtol(name + strlen("atomic"), NULL, 10) / 8 ? strtol(name + strlen("atomic"), NULL, 10) / 8 : -1;
    while (end > name && end[-1] >= '0' && end[-1] <= '9')
        end--;
    return *end ? strtol(end, NULL, 10) : -1;
}

static void call_hook(struct scan *s, const char *hook)
{
    const struct value *address = argument(s, 0), *given = argument(s, 1);
    int64_t size = announced(hook);
    bool range = strcmp(hook, "__tsan_read_range") == 0 || strcmp(hook, "__tsan_write_range") == 0;
    if (range && given->kind == VALUE_CONSTANT && given->number >= 0)
        size = given->number;
    if (size == 0)
        return;
    if (address->kind == VALUE_CONSTANT && size > 0)
        note_access(s, (uint64_t)address->number, (uint64_t)size, true);
    bool reads_arguments = hook_kind(hook) != HOOK_PLAIN || size < 0;
    if (size < 0)
        escape(s, address);
    if (reads_arguments)
        escape_registers(s, s->function->architecture->arguments & ~register_mask((int)(address - s->state->registers)));
}

static bool has_model(const char *name)
{
    enum call_class class = calls_classify(name);
    return class == CALL_MODELLED || class == CALL_PURE || starts_with(name, "mz_");
}

/* A function of another file. */
static uint64_t call_outside(struct scan *s, const char *name)
{
    uint64_t given = s->function->architecture->arguments, traits = calls_traits(name);
    if (traits & TRAIT_USES) {
        for (int i = 0; i < 2; i++) {
            const struct value *v = argument(s, i);
            given &= ~register_mask((int)(v - s->state->registers));
            if (is_data(s, v))
                note_variable(s, (uint64_t)v->number);
        }
    } else if (!has_model(name)) {
        note(s, DEED_ANYTHING, true);
    }
    const struct value *body = argument(s, 2);
    const struct image_function *started =
        strcmp(name, "pthread_create") == 0 && body->kind == VALUE_CONSTANT ? image_function_at(s->future->image, (uint64_t)body->number)
                                                                            : NULL;
    if (started && started->start == (uint64_t)body->number) { /* it is called by the new thread, and by nobody else */
        escape_registers(s, given & ~register_mask((int)(body - s->state->registers)));
        return started->start;
    }
    escape_registers(s, given);
    return traits & (TRAIT_CALLS_BACK | TRAIT_STARTS) && has_model(name) ? CALLS_TAKEN : CALLS_NOBODY;
}

static uint64_t call_pointer(struct scan *s)
{
    escape_registers(s, s->function->architecture->arguments);
    if (!s->future->program || !s->future->known)
        note(s, DEED_ANYTHING, true);
    return CALLS_TAKEN;
}

/* What is kept in a register that the function, one of the same file, is known to leave alone, is lost from sight. */
static uint64_t call_inside(struct scan *s, uint64_t target)
{
    const struct block *b = &s->function->blocks[s->block];
    uint64_t read = s->function->architecture->arguments;
    for (uint32_t n = 0; n < b->nexts; n++)
        read |= s->function->needed[b->next[n]] & s->function->architecture->scratch;
    escape_registers(s, read);
    return target;
}

static uint64_t call(struct scan *s, const struct instruction *i, const char *name)
{
    const struct image_function *inside = i->target ? image_function_at(s->future->image, i->target) : NULL;
    if (hook_kind(name) != HOOK_NONE) {
        call_hook(s, name);
        return CALLS_NOBODY;
    }
    if (inside && starts_with(inside->name, "mz_"))
        return call_outside(s, inside->name);
    if (inside)
        return call_inside(s, inside->start);
    return *name ? call_outside(s, name) : call_pointer(s);
}

/* A jump by which the block leaves the function is a call with which the function ends. */
static uint64_t look_at_end(struct scan *s)
{
    struct function *f = s->function;
    const struct block *b = &f->blocks[s->block];
    const struct instruction *i = &f->code[s->at];
    if ((i->flow == FLOW_CALL || i->flow == FLOW_INDIRECT) && i->source != NO_REGISTER)
        escape(s, &s->state->registers[i->source]);
    if (i->flow == FLOW_CALL)
        return call(s, i, f->called[s->at]);
    if (i->flow == FLOW_RETURN)
        escape_registers(s, f->architecture->results);
    if (!b->exits || i->flow == FLOW_RETURN)
        return CALLS_NOBODY;
    return call(s, i, i->target ? image_called_name(f->image, i->target) : "");
}

/* --- the function ----------------------------------------------------------------------------------------------------- */

/* What differs where ways meet is lost from sight. */
static void look_at_edges(struct scan *s)
{
    struct function *f = s->function;
    const struct block *b = &f->blocks[s->block];
    for (uint32_t n = 0; n < b->nexts; n++) {
        const struct state *to = &f->states[b->next[n]];
        uint64_t read = ~f->architecture->scratch | f->needed[b->next[n]];
        if (f->live.registers)
            read &= f->live.registers[b->next[n]];
        for (int r = 0; r < REGISTERS; r++) {
            const struct value *v = &s->state->registers[r], *there = &to->registers[r];
            if (read >> r & 1 && v->kind == VALUE_CONSTANT && (there->kind != VALUE_CONSTANT || there->number != v->number))
                escape(s, v);
        }
    }
}

static void look_at_block(struct scan *s)
{
    struct function *f = s->function;
    const struct block *b = &f->blocks[s->block];
    struct deed_block *to = &s->to->blocks[s->block];
    state_copy(s->state, &f->states[s->block]);
    for (s->at = b->first; s->at < b->end; s->at++) {
        const struct instruction *i = &f->code[s->at];
        look_at_values(s, i);
        if (s->at + 1 == b->end) {
            to->called = look_at_end(s);
            to->pc = i->flow == FLOW_CALL ? (uint32_t)(i->address + i->size) : 0;
        }
        effect_step(f, s->state, s->at);
    }
    look_at_edges(s);
}

void deeds_of(struct future *future, struct function *f, struct deed_function *to)
{
    struct scan s = {.future = future, .function = f, .to = to, .state = allocate(sizeof *s.state)};
    to->whole = f->twice != NULL;
    to->block_count = f->block_count;
    to->blocks = allocate((f->block_count + 1) * sizeof *to->blocks);
    for (s.block = 0; s.block < f->block_count; s.block++) {
        const struct block *b = &f->blocks[s.block];
        struct deed_block *block = &to->blocks[s.block];
        if (!f->states[s.block].reached)
            continue;
        look_at_block(&s);
        block->nexts = b->nexts;
        block->next = allocate((b->nexts + 1) * sizeof *block->next);
        if (b->nexts)
            memcpy(block->next, b->next, b->nexts * sizeof *block->next);
    }
    free(s.state->slot);
    free(s.state);
}

/* --- imports ---------------------------------------------------------------------------------------------------------- */

/* Linked with every program; over, or not yet begun, while threads run. */
bool is_start_up(const char *name)
{
    static const char *const names[] = {"_start", "_init", "_fini", "call_weak_fn", "deregister_tm_clones", "register_tm_clones",
        "__do_global_dtors_aux", "frame_dummy", NULL};
    return is_one_of(name, names);
}

/* A symbol for code of which nobody says how long it is stands for code that nobody looks at. */
static void look_at_code(struct future *f, const GElf_Sym *symbol, const char *name)
{
    GElf_Shdr header;
    Elf_Scn *section = symbol->st_shndx < SHN_LORESERVE ? elf_getscn(f->image->elf, symbol->st_shndx) : NULL;
    if (symbol->st_shndx == SHN_UNDEF || !section || !gelf_getshdr(section, &header) || !(header.sh_flags & SHF_EXECINSTR)
        || GELF_ST_TYPE(symbol->st_info) == STT_SECTION || symbol->st_value == header.sh_addr + header.sh_size)
        return;
    if (strcmp(name, "__do_global_dtors_aux") == 0)
        f->last = symbol->st_value;
    if (*name && *name != '$' && !is_start_up(name) && !image_function_at(f->image, symbol->st_value))
        f->given_up = "has code of which nobody says where it ends";
}

static void import(struct future *f, const GElf_Sym *symbol, const char *name)
{
    if (symbol->st_shndx != SHN_UNDEF)
        note_taken(f, symbol->st_value); /* others may call it by its name */
    if (symbol->st_shndx != SHN_UNDEF || !*name || hook_kind(name) != HOOK_NONE)
        return;
    f->handlers |= (calls_traits(name) & TRAIT_KEEPS) != 0;
    if (GELF_ST_TYPE(symbol->st_info) != STT_OBJECT && GELF_ST_BIND(symbol->st_info) != STB_WEAK)
        f->known &= has_model(name);
}

/* Functions that run when the process ends, but for that of the start-up code. */
static void look_at_array(struct future *f, const GElf_Shdr *header)
{
    for (size_t i = 0; i < f->image->pointer_count; i++) {
        const struct image_pointer *p = &f->image->pointers[i];
        if (p->at - header->sh_addr >= header->sh_size)
            continue;
        f->handlers |= p->target != f->last;
    }
}

static void each_symbol(struct future *f, const GElf_Shdr *header, Elf_Data *data,
                        void (*look)(struct future *, const GElf_Sym *, const char *))
{
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol) ? elf_strptr(f->image->elf, header->sh_link, symbol.st_name) : NULL;
        if (name)
            look(f, &symbol, name);
    }
}

void deeds_imports(struct future *f)
{
    f->known = true;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(f->image->elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            continue;
        if (header.sh_type == SHT_SYMTAB)
            each_symbol(f, &header, elf_getdata(section, NULL), look_at_code);
        if (header.sh_type == SHT_DYNSYM)
            each_symbol(f, &header, elf_getdata(section, NULL), import);
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(f->image->elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_FINI_ARRAY)
            look_at_array(f, &header);
    }
    f->handlers |= !f->known;
    for (size_t i = 0; i < f->image->pointer_count; i++) {
        const struct image_function *function = image_function_at(f->image, f->image->pointers[i].target);
        if (function && strcmp(function->name, "main") != 0) /* which the start-up code finds so */
            note_taken(f, function->start);
    }
}
