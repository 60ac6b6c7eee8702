/* block_types.c - see block_types.h.
 *
 * Each source votes for a type with a weight. A structure is preferred to a number, a type that fits the size of the block to one that does
 * not, and then the source of most weight decides. A block that was found to have a type says in turn what its own pointers point to. */
#include "tool/binary/names/block_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/setup_memory.h"
#include "tool/binary/symbols/scope_names.h"
#include "tool/binary/symbols/source_text.h"
#include "tool/binary/symbols/source_types.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/binary/symbols/variables.h"
#include "tool/cli/util.h"

enum weight { BY_ACCESS = 1,
    BY_HOLDER,
    BY_ASSIGNMENT,
    BY_SIZE };
enum { VOTES = 4,
    POINTERS = 4096,
    FRAMES = 6,
    EVENTS = 60000 };

struct vote {
    Dwarf_Die type;
    enum weight weight;
};

/* A variable that points to a block. */
struct root {
    uint64_t address;
    struct heap_block *block; /* NULL if it has pointed to several, or to something else */
    const char *name;
};

/* What the statement of an instruction accesses. */
struct spot {
    uint64_t pc;
    struct source_access at[SOURCE_MOST];
    size_t count;
};

/* What that of an allocation makes. */
struct site {
    uint64_t pc;
    struct source_allocation allocation;
};

/* What lies at a place: `at` counts from the start of an object of a type, or is the address of a variable. */
struct leaf {
    bool known;
    const void *of; /* debug information of the type; NULL for variables */
    uint64_t at;
    struct value_type type;
    const char *name; /* of the variable that lies there alone */
};

struct inference {
    struct symbols *symbols;
    const struct replay_blocks *blocks;
    struct setup_memory memory;
    struct scope_names scopes;
    struct source_texts *texts;
    struct vote (*votes)[VOTES];
    bool doubting; /* types are known: look for what contradicts them */
    struct block_holders *holders;
    struct root *roots;
    size_t root_count;
    struct spot *spots; /* by hash of the pc */
    struct site *sites; /* likewise */
    struct leaf *leaves; /* by hash of the place */
    uint64_t base; /* of the object whose pointers are being followed */
    bool changed;
};

static uint64_t events_of(const struct inference *in)
{
    uint64_t count = in->symbols->wire->events;
    return count < WIRE_MAX_EVENTS ? count : WIRE_MAX_EVENTS;
}

/* --- votes ---------------------------------------------------------------------------------------------------------------- */

/* Rank of how well a type fills a block. 0: it cannot be that. */
static unsigned fit(const struct heap_block *b, const struct vote *v)
{
    Dwarf_Die type = v->type;
    uint64_t size = types_size(&type);
    if (size == b->size || (size < b->size && type_is_flexible(&type)))
        return 3;
    if (v->weight == BY_ACCESS) /* what is accessed may be a part of something larger */
        return 0;
    if (b->size % size == 0)
        return 2;
    return v->weight == BY_SIZE || type_is_polymorphic(&type);
}

static uint64_t rank(const struct heap_block *b, const struct vote *v)
{
    Dwarf_Die type = v->type;
    unsigned fits = v->weight ? fit(b, v) : 0;
    return fits ? (uint64_t)(type_is_structure(&type) ? 100 : 0) + 10 * fits + v->weight : 0;
}

static void decide(struct inference *in, struct heap_block *b, const struct vote *v)
{
    const struct vote *best = &v[0];
    for (unsigned i = 1; i < VOTES; i++)
        if (rank(b, &v[i]) > rank(b, best))
            best = &v[i];
    Dwarf_Die type = best->type;
    if (rank(b, best) == 0 || (b->typed && type_equals(&b->type, &type)))
        return;
    b->type = type;
    b->typed = in->changed = true;
    b->array = types_size(&type) < b->size && fit(b, best) == 2;
}

/* A structure that is no part of what the block is said to hold: there are objects of several types in it, as somebody who allocates for
 * himself puts them there. What an allocation says is not doubted: programs convert pointers. */
static void doubt(struct inference *in, struct heap_block *b, uint64_t address, Dwarf_Die *part)
{
    const struct vote *v = in->votes[b - in->blocks->at];
    uint64_t offset = address - b->start;
    if (!b->typed || !type_is_structure(part) || type_is_polymorphic(part))
        return;
    for (unsigned i = 0; i < VOTES; i++)
        if (v[i].weight == BY_SIZE && type_equals((Dwarf_Die *)&v[i].type, &b->type))
            return;
    b->typed = type_contains(&b->type, b->array ? offset % types_size(&b->type) : offset, part);
}

/* Something of the type begins at `address`, which lies in the block. */
static void vote(struct inference *in, struct heap_block *b, uint64_t address, Dwarf_Die *type, enum weight weight)
{
    Dwarf_Die of = *type;
    struct vote *v = in->votes[b - in->blocks->at];
    uint64_t size = scope_complete(&in->scopes, &of) ? types_size(&of) : 0, offset = address - b->start;
    if (in->doubting && size)
        doubt(in, b, address, &of);
    if (in->doubting)
        return;
    if (size == 0 || size > b->size || offset % size != 0 || (offset && b->size % size != 0))
        return;
    unsigned i = 0;
    while (i < VOTES && v[i].weight && !type_equals(&v[i].type, &of))
        i++;
    if (i == VOTES || v[i].weight >= weight)
        return;
    v[i] = (struct vote){of, weight};
    decide(in, b, v);
}

static void note_member(struct inference *in, const struct heap_block *b, const char *member)
{
    struct block_holders *h = &in->holders[b - in->blocks->at];
    if (!h->member && member)
        h->member = member;
}

static void note_root(struct inference *in, uint64_t address, struct heap_block *b, const char *name)
{
    for (size_t i = 0; i < in->root_count; i++)
        if (in->roots[i].address == address) {
            in->roots[i].block = in->roots[i].block == b ? b : NULL;
            return;
        }
    in->roots = resize(in->roots, (in->root_count + 1) * sizeof *in->roots);
    in->roots[in->root_count++] = (struct root){address, b, name};
}

/* A pointer of a known type has this value. */
static struct heap_block *point(struct inference *in, uint64_t event, uint64_t value, Dwarf_Die *pointer)
{
    Dwarf_Die pointee;
    struct heap_block *b = value ? replay_blocks_at(in->blocks, event, value) : NULL;
    if (b && type_pointee(pointer, &pointee))
        vote(in, b, value, &pointee, value == b->start ? BY_HOLDER : BY_ACCESS);
    return b;
}

/* --- what set-up has left -------------------------------------------------------------------------------------------------- */

static void follow(void *context, uint64_t offset, Dwarf_Die *pointer, const char *member)
{
    struct inference *in = context;
    uint64_t value = setup_memory_word(&in->memory, in->base + offset);
    struct heap_block *b = point(in, 0, value, pointer);
    if (b && b->start == value)
        note_member(in, b, member);
}

/* A pointer, or an object that is used like one. */
static bool is_handle(Dwarf_Die *type)
{
    Dwarf_Die pointee, inner = *type;
    const char *name = types_strip(&inner) ? dwarf_diename(&inner) : NULL;
    return type_pointee(type, &pointee) || (name && (starts_with(name, "unique_ptr<") || starts_with(name, "shared_ptr<")));
}

static void follow_variable(void *context, uint64_t address, Dwarf_Die *type, const char *name)
{
    struct inference *in = context;
    in->base = address;
    type_pointers(type, 0, POINTERS, follow, in);
    uint64_t value = is_handle(type) ? setup_memory_word(&in->memory, address) : 0;
    if (value && name)
        note_root(in, address, replay_blocks_at(in->blocks, 0, value), name);
}

/* The variables of the functions that the first thread has called when set-up is done. */
static void follow_locals(struct inference *in)
{
    for (uint64_t i = 0; i < events_of(in) && i < EVENTS; i++) {
        const struct wire_event *e = &wire_events(in->symbols->wire)[i];
        if (e->thread != 0)
            continue;
        for (uint32_t k = 0; k < e->stack_used && k < WIRE_STACK; k++) {
            struct activation a = {.pc = e->stack[k], .frame = e->frame[k], .sp = e->sp[k]};
            if (a.frame)
                variables_locals(in->symbols, &a, follow_variable, in);
        }
        return;
    }
}

static void follow_blocks(struct inference *in)
{
    for (size_t i = 0; i < in->blocks->count; i++) {
        struct heap_block *b = &in->blocks->at[i];
        if (!b->typed || b->born)
            continue;
        uint64_t width = types_size(&b->type);
        for (uint64_t at = 0; at < b->size && at + width <= b->size && at / width < POINTERS; at += width) {
            in->base = b->start + at;
            type_pointers(&b->type, 0, POINTERS, follow, in);
        }
    }
}

/* --- what was done ----------------------------------------------------------------------------------------------------------- */

static const struct spot *spot_of(struct inference *in, uint64_t pc)
{
    enum { SLOTS = 1024 };
    if (!in->spots)
        in->spots = allocate(SLOTS * sizeof *in->spots);
    struct spot *spot = &in->spots[(pc * 0x9e3779b97f4a7c15ULL) >> 54];
    struct scope scope;
    if (spot->pc == pc)
        return spot;
    *spot = (struct spot){.pc = pc};
    char *statement = source_statement(in->texts, in->symbols, pc);
    if (statement && scope_open(&in->scopes, pc, &scope)) {
        spot->count = source_accesses(&scope, statement, spot->at);
        scope_close(&scope);
    }
    free(statement);
    return spot;
}

/* An access that begins where the statement says that one does. */
static bool vote_for(struct inference *in, struct heap_block *b, const struct wire_event *e, const struct source_access *a)
{
    Dwarf_Die type = a->type;
    uint64_t size = scope_complete(&in->scopes, &type) ? types_size(&type) : 0, inside = e->addr - b->start;
    uint64_t end = type_is_flexible(&type) ? b->size : size;
    for (uint64_t at = a->offset; size && at < end && at <= inside; at += a->stride) {
        if ((inside - at) % size == 0 && (a->width == e->size || e->size == 0 || !op_is_access(e->kind))) {
            vote(in, b, e->addr - at, &type, BY_ACCESS);
            return true;
        }
        if (a->stride == 0)
            break;
    }
    return false;
}

static void look_at_access(struct inference *in, const struct wire_event *e, uint64_t event)
{
    struct heap_block *b = e->block ? replay_blocks_at(in->blocks, event, e->addr) : NULL;
    for (uint32_t k = 0; b && k < e->stack_used && k < FRAMES; k++) {
        const struct spot *spot = spot_of(in, e->stack[k] - 1);
        bool found = false;
        for (size_t i = 0; i < spot->count; i++)
            found = vote_for(in, b, e, &spot->at[i]) || found;
        if (found)
            return;
    }
}

/* The last word of the way to what lies at an address in a block: "url" of "->request.url[2]". NULL if there is none. */
static const char *member_at(const struct heap_block *b, uint64_t address)
{
    static const char *const ends[] = {"begin", "end", "capacity_end", NULL}; /* of a vector: it is called after that */
    char *path;
    size_t length;
    struct value_type ignored;
    Dwarf_Die type = b->type;
    uint64_t inside = address - b->start;
    FILE *out = open_memstream(&path, &length);
    if (!out)
        die("out of memory");
    types_descend(NULL, &type, b->array ? inside % types_size(&type) : inside, sizeof(uint64_t), out, &ignored);
    fclose(out);
    char *dot = strrchr(path, '.');
    if (dot && dot > path && is_one_of(dot + 1, ends)) {
        *dot = '\0';
        dot = strrchr(path, '.');
    }
    char *word = dot && !strpbrk(dot, "+{") ? format_text("%.*s", (int)strcspn(dot + 1, "["), dot + 1) : NULL;
    free(path);
    return word;
}

/* What an access reads or writes: a part of a typed block, or a variable, which has a name. Loops come to the same places. */
static const struct leaf *leaf_at(struct inference *in, struct heap_block *b, const struct wire_event *e)
{
    enum { SLOTS = 1024 };
    uint64_t inside = b ? (e->addr - b->start) % (b->array ? types_size(&b->type) : UINT64_MAX) : e->addr;
    const void *type = b ? b->type.addr : NULL;
    if (!in->leaves)
        in->leaves = allocate(SLOTS * sizeof *in->leaves);
    struct leaf *leaf = &in->leaves[(((uintptr_t)type ^ inside) * 0x9e3779b97f4a7c15ULL) >> 54];
    if (leaf->known && leaf->of == type && leaf->at == inside)
        return leaf;
    *leaf = (struct leaf){.known = true, .of = type, .at = inside};
    if (b)
        types_descend(NULL, &b->type, inside, e->size, NULL, &leaf->type);
    else
        variables_type(in->symbols, e->addr, e->size, &leaf->type, &leaf->name);
    return leaf;
}

/* The pointer that an access has read or written. */
static void look_at_pointer(struct inference *in, const struct wire_event *e, uint64_t event)
{
    struct heap_block *in_block = replay_blocks_at(in->blocks, event, e->addr);
    if (e->size != sizeof(uint64_t) || (in_block && !in_block->typed))
        return;
    struct leaf leaf = *leaf_at(in, in_block, e);
    const char *name = leaf.name;
    if (leaf.type.kind != VALUE_POINTER)
        return;
    struct heap_block *before = point(in, event, e->before, &leaf.type.die), *after = point(in, event, e->after, &leaf.type.die);
    struct heap_block *held = after && after->start == e->after ? after : NULL;
    if (held && !in->holders[held - in->blocks->at].member)
        note_member(in, held, name ? name : in_block ? member_at(in_block, e->addr)
                                                     : NULL);
    if (name && e->before)
        note_root(in, e->addr, before, name);
    if (name && e->after)
        note_root(in, e->addr, after, name);
}

/* Events of a long replay's beginning and end say enough. */
static void look_at_events(struct inference *in, void (*look)(struct inference *in, const struct wire_event *e, uint64_t event))
{
    uint64_t count = events_of(in);
    for (uint64_t i = 0; i < count; i++) {
        const struct wire_event *e = &wire_events(in->symbols->wire)[i];
        if ((i < EVENTS || count - i < EVENTS) && !op_of_heap(e->kind))
            look(in, e, i);
    }
}

/* --- where it was allocated ------------------------------------------------------------------------------------------------------ */

/* Many blocks may come from one place. */
static const struct source_allocation *site_of(struct inference *in, uint64_t pc)
{
    enum { SLOTS = 256 };
    if (!in->sites)
        in->sites = allocate(SLOTS * sizeof *in->sites);
    struct site *site = &in->sites[(pc * 0x9e3779b97f4a7c15ULL) >> 56];
    struct scope scope;
    if (site->pc == pc)
        return &site->allocation;
    *site = (struct site){.pc = pc};
    char *statement = source_statement(in->texts, in->symbols, pc);
    if (statement && scope_open(&in->scopes, pc, &scope)) {
        source_allocates(&scope, statement, &site->allocation);
        scope_close(&scope);
    }
    free(statement);
    return &site->allocation;
}

static bool look_at_statement(struct inference *in, struct heap_block *b, uint64_t pc)
{
    struct source_allocation a = *site_of(in, pc);
    note_member(in, b, a.holder);
    if (a.typed)
        vote(in, b, b->start, &a.type, a.certain ? BY_SIZE : BY_ASSIGNMENT);
    return a.typed || a.holder;
}

/* If the statement says nothing, it may be that of a function that allocates for others, and one of those says more. */
static void look_at_allocation(struct inference *in, struct heap_block *b)
{
    const struct wire_event *e = b->born ? &wire_events(in->symbols->wire)[b->born - 1] : NULL;
    bool said = look_at_statement(in, b, b->pc - 1);
    for (uint32_t k = 1; e && !said && k < e->stack_used && k < FRAMES; k++)
        said = look_at_statement(in, b, e->stack[k] - 1);
}

/* --------------------------------------------------------------------------------------------------------------------------------- */

static void name_roots(struct inference *in)
{
    for (size_t i = 0; i < in->root_count; i++) {
        const struct root *r = &in->roots[i];
        struct block_holders *h = r->block ? &in->holders[r->block - in->blocks->at] : NULL;
        if (h && r->block->typed && !h->variable)
            h->variable = r->name;
    }
}

static void infer(struct inference *in)
{
    enum { ROUNDS = 8,
        DEEPEST = 64 };
    for (size_t i = 0; i < in->blocks->count; i++)
        look_at_allocation(in, &in->blocks->at[i]);
    variables_each(in->symbols, follow_variable, in);
    follow_locals(in);
    look_at_events(in, look_at_access);
    in->changed = true;
    for (int round = 0; round < ROUNDS && in->changed; round++) {
        for (int depth = 0; depth < DEEPEST && in->changed; depth++) {
            in->changed = false;
            follow_blocks(in);
        }
        look_at_events(in, look_at_pointer);
    }
    in->doubting = true;
    variables_each(in->symbols, follow_variable, in);
    follow_blocks(in);
    look_at_events(in, look_at_pointer);
    name_roots(in);
}

struct block_holders *block_types_find(struct symbols *s, const struct replay_blocks *blocks)
{
    struct inference in = {.symbols = s, .blocks = blocks, .memory = setup_memory_of(s->wire), .scopes = {.symbols = s}};
    in.texts = source_texts_new();
    in.votes = allocate(blocks->count * sizeof *in.votes);
    in.holders = allocate(blocks->count * sizeof *in.holders);
    infer(&in);
    free(in.memory.at);
    scope_names_free(&in.scopes);
    source_texts_free(in.texts);
    free(in.votes);
    free(in.roots);
    free(in.spots);
    free(in.leaves);
    free(in.sites);
    return in.holders;
}
