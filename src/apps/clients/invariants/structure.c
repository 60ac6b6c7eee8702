/* structure.c - see structure.h. */
#include "apps/clients/invariants/structure.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

#include "tool/binary/symbols/scope_names.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/binary/symbols/variables.h"

enum { MOST_TERMS = 120, DEEPEST = 3, MOST_ARRAYS = 8, MOST_ELEMENTS = 4 };

#define NO_CHAIN .from = NO_TERM, .to = NO_TERM, .nodes = NO_TERM, .length = NO_TERM

struct reading {
    struct scope_names *names;
    const char         *declaration;
    struct structure    found;
    Dwarf_Die           pointee[MOST_TERMS]; /* of each term that is a pointer */
    struct chains {
        char     *text, *code; /* an array of pointers to nodes, and where it begins */
        uint64_t  count;       /* 0: a field says how many there are */
        Dwarf_Die node;
    } chains[MOST_ARRAYS];
    size_t arrays;
};

static bool add_term(struct reading *r, struct term term)
{
    struct structure *s = &r->found;
    if (s->count == MOST_TERMS)
        return false;
    s->at = resize(s->at, (s->count + 1) * sizeof *s->at);
    s->at[s->count++] = term;
    return true;
}

/* --- members ----------------------------------------------------------------------------------------------------------------- */

static const struct lock_type {
    const char *name, *text, *code;
} lock_types[] = {
    {"pthread_mutex_t", "pthread_mutex_trylock(&%s) == 0 && pthread_mutex_unlock(&%s) == 0", "mz_mutex_free"},
    {"pthread_rwlock_t", "pthread_rwlock_trywrlock(&%s) == 0 && pthread_rwlock_unlock(&%s) == 0", "mz_rwlock_free"},
    {"pthread_spinlock_t", "pthread_spin_trylock(&%s) == 0 && pthread_spin_unlock(&%s) == 0", "mz_spinlock_free"},
};

static bool is_name_or_qualifier(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type;
}

/* A pointer to a lock is none, nor is an array of locks. */
static const struct lock_type *lock_of(Dwarf_Die *type)
{
    Dwarf_Die at = *type;
    for (bool more = true; more && is_name_or_qualifier(&at); more = types_of(&at, &at))
        for (size_t i = 0; dwarf_diename(&at) && i < sizeof lock_types / sizeof lock_types[0]; i++)
            if (strcmp(dwarf_diename(&at), lock_types[i].name) == 0)
                return &lock_types[i];
    return NULL;
}

static bool is_number(Dwarf_Die *type, struct value_type *value)
{
    uint64_t size = types_size(type);
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    types_descend(NULL, type, 0, (uint32_t)size, NULL, value);
    switch (value->kind) {
    case VALUE_SIGNED:
    case VALUE_UNSIGNED:
    case VALUE_BOOLEAN:
    case VALUE_CHARACTER:
    case VALUE_ENUM:
        return value->size == size;
    default:
        return false;
    }
}

static bool is_atomic_class(Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);
    return name && (starts_with(name, "atomic<") || starts_with(name, "__atomic_base<"));
}

typedef void member_found(struct reading *r, Dwarf_Die *type, char *text, char *code, int depth);

/* Of a structure whose members are written behind `text`, and lie from the address `code` on. */
static void each_member(struct reading *r, Dwarf_Die *structure, const char *text, const char *code, int depth, member_found *found)
{
    Dwarf_Die inner = *structure, child, type;
    if (!types_strip(&inner) || dwarf_tag(&inner) == DW_TAG_union_type)
        return;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        const char *name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (!name || starts_with(name, "_M_") || starts_with(name, "_vptr") || types_is_bit_field(&child) || !types_of(&child, &type) ||
            dwarf_hasattr(&child, DW_AT_external))
            continue;
        found(r, &type, format_text("%s%s", text, name), format_text("%s + %ju", code, (uintmax_t)types_bits(&child).first / 8), depth);
    }
}

static bool complete_pointee(struct reading *r, Dwarf_Die *pointer, Dwarf_Die *type)
{
    return type_pointee(pointer, type) && scope_complete(r->names, type) && type_is_structure(type);
}

/* Pointers of a structure to others like it: their names and offsets. */
struct links {
    size_t      count;
    const char *name[4];
    uint64_t    offset[4];
};

static struct links links_of(struct reading *r, Dwarf_Die *structure)
{
    Dwarf_Die inner = *structure, child, type, to;
    struct links links = {0};
    if (!types_strip(&inner))
        return links;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        const char *name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (!name || links.count == 4 || !types_of(&child, &type) || !complete_pointee(r, &type, &to) || !type_equals(&to, &inner))
            continue;
        links.name[links.count] = name;
        links.offset[links.count++] = types_bits(&child).first / 8;
    }
    return links;
}

static const char *node_name(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    const char *name = types_strip(&inner) ? dwarf_diename(&inner) : NULL;
    return format_text("%s", name ? name : ""); /* the debug information is closed before the name is read */
}

static void add_member(struct reading *r, Dwarf_Die *type, char *text, char *code, int depth);

static void add_array(struct reading *r, Dwarf_Die *element, uint64_t count, const char *text, const char *code, int depth)
{
    Dwarf_Die node;
    struct value_type value;
    bool chains = complete_pointee(r, element, &node) && links_of(r, &node).count == 1 && r->arrays < MOST_ARRAYS;
    if (chains)
        r->chains[r->arrays++] = (struct chains){format_text("%s", text), format_text("%s", code), count, node};
    bool data = is_number(element, &value);
    for (uint64_t i = 0; !chains && !data && i < count && count <= MOST_ELEMENTS; i++)
        add_member(r, element, format_text("%s[%ju]", text, (uintmax_t)i),
            format_text("%s + %ju", code, (uintmax_t)(i * types_size(element))), depth);
}

static void add_member(struct reading *r, Dwarf_Die *type, char *text, char *code, int depth)
{
    uint64_t count;
    const struct lock_type *lock = lock_of(type);
    Dwarf_Die inner = *type, to, node;
    struct value_type value;
    if (lock) {
        add_term(r, (struct term){.kind = TERM_FREE, .text = format_text(lock->text, text, text),
            .code = format_text("%s(%s)", lock->code, code), NO_CHAIN});
        return;
    }
    if (!types_strip(&inner))
        return;
    bool is_atomic = is_atomic_class(&inner);
    if (is_number(type, &value)) {
        bool is_signed = value.kind == VALUE_SIGNED || value.kind == VALUE_CHARACTER;
        add_term(r, (struct term){.kind = TERM_FIELD, .text = text, .is_signed = is_signed,
            .is_truth = value.kind == VALUE_BOOLEAN, NO_CHAIN, .code = format_text("mz_number(%s, %u, %d)", code, value.size, is_signed)});
    } else if (type_element(&inner, &to, &count)) {
        add_array(r, &to, count, text, code, depth);
    } else if (type_pointee(&inner, &to) && complete_pointee(r, &to, &node)) {
        add_array(r, &to, 0, text, format_text("mz_pointer(%s)", code), depth);
    } else if (type_is_structure(&inner) && !is_atomic && depth < DEEPEST) {
        each_member(r, &inner, format_text("%s.", text), code, depth, add_member);
    } else if (!is_atomic && complete_pointee(r, &inner, &to)) {
        char *pointer = format_text("mz_pointer(%s)", code);
        if (add_term(r, (struct term){.kind = TERM_POINTER, .text = text, .code = pointer, NO_CHAIN, .node = node_name(&to)}))
            r->pointee[r->found.count - 1] = to;
        if (links_of(r, &to).count == 0 && depth < DEEPEST)
            each_member(r, &to, format_text("%s->", text), pointer, depth + 1, add_member);
    }
}

/* --- chains ------------------------------------------------------------------------------------------------------------------ */

struct chain {
    int            from;  /* the pointer where it begins */
    int            nodes; /* how many there are */
    const char    *next;
    uint64_t       offset;
};

static void add_of_chain(struct reading *r, const struct chain *c, enum term_kind kind, const char *needs, char *text, char *code, int to)
{
    add_term(r, (struct term){.kind = kind, .text = text, .code = code, .from = c->from, .to = to, .nodes = c->nodes, .length = NO_TERM,
        .needs = needs});
}

static void add_key(struct reading *r, const struct chain *c, const char *key, uint64_t offset, const struct value_type *value)
{
    static const struct { const char *word; int sign, same; } orders[] = {{"<", 1, 0}, {"<=", 1, 1}, {">", -1, 0}, {">=", -1, 1}};
    const struct term *from = &r->found.at[c->from];
    char *text = from->text, *code = from->code;
    bool is_signed = value->kind == VALUE_SIGNED || value->kind == VALUE_CHARACTER;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0] && value->kind != VALUE_BOOLEAN; i++)
        add_of_chain(r, c, TERM_ORDERED, "ordered", format_text("ordered(%s, %s, %s, %s)", text, c->next, key, orders[i].word),
            format_text("mz_ordered(%s, %ju, %ju, %u, %d, %d, %d)", code, (uintmax_t)c->offset, (uintmax_t)offset, value->size, is_signed,
                orders[i].sign, orders[i].same), NO_TERM);
    add_of_chain(r, c, TERM_ZERO, "every", format_text("every(%s, %s, %s == 0)", text, c->next, key),
        format_text("mz_every_zero(%s, %ju, %ju, %u)", code, (uintmax_t)c->offset, (uintmax_t)offset, value->size), NO_TERM);
}

static void add_keys(struct reading *r, const struct chain *c, Dwarf_Die *node)
{
    Dwarf_Die inner = *node, child, type;
    struct value_type value;
    if (!types_strip(&inner))
        return;
    for (int none = dwarf_child(&inner, &child); none == 0; none = dwarf_siblingof(&child, &child))
        if (dwarf_tag(&child) == DW_TAG_member && dwarf_diename(&child) && !types_is_bit_field(&child) && types_of(&child, &type) &&
            !lock_of(&type) && is_number(&type, &value))
            add_key(r, c, dwarf_diename(&child), types_bits(&child).first / 8, &value);
}

/* A chain from a pointer on by one of the links of its nodes; of two links, each is a way back for the other, or there is no chain. */
static void add_chain(struct reading *r, int from, const struct links *links, size_t link, int pointers)
{
    struct chain c = {from, (int)r->found.count, links->name[link], links->offset[link]};
    char *text = r->found.at[from].text, *code = r->found.at[from].code;
    uintmax_t next = c.offset;
    add_of_chain(r, &c, TERM_NODES, "nodes", format_text("nodes(%s, %s)", text, c.next), format_text("mz_nodes(%s, %ju)", code, next),
        NO_TERM);
    add_of_chain(r, &c, TERM_LAST, "last", format_text("last(%s, %s)", text, c.next), format_text("mz_last(%s, %ju)", code, next), NO_TERM);
    if (links->count == 2)
        add_of_chain(r, &c, TERM_MIRRORED, "mirrored", format_text("mirrored(%s, %s, %s)", text, c.next, links->name[1 - link]),
            format_text("mz_mirrored(%s, %ju, %ju)", code, next, (uintmax_t)links->offset[1 - link]), NO_TERM);
    for (int to = 0; to < pointers; to++)
        if (to != from && r->found.at[to].kind == TERM_POINTER && type_equals(&r->pointee[to], &r->pointee[from]))
            add_of_chain(r, &c, TERM_REACHES, "reaches", format_text("reaches(%s, %s, %s)", text, c.next, r->found.at[to].text),
                format_text("mz_reaches(%s, %ju, %s)", code, next, r->found.at[to].code), to);
    add_keys(r, &c, &r->pointee[from]);
}

/* Nodes of all chains of an array: of so many as each field that is a number says. */
static void add_arrays(struct reading *r, int fields)
{
    for (size_t i = 0; i < r->arrays; i++) {
        const struct chains *c = &r->chains[i];
        struct links links = links_of(r, (Dwarf_Die *)&c->node);
        struct term term = {.kind = TERM_NODES, NO_CHAIN, .needs = "all_nodes"};
        for (int length = 0; length < (c->count ? 1 : fields); length++) {
            const struct term *field = &r->found.at[length];
            if (!c->count && field->kind != TERM_FIELD)
                continue;
            term.length = c->count ? NO_TERM : length;
            term.text = format_text("all_nodes(%s, %s, %s)", c->text, c->count ? format_text("%ju", (uintmax_t)c->count) : field->text,
                links.name[0]);
            term.code = format_text("mz_nodes_of(%s, %s, %ju)", c->code, c->count ? format_text("%ju", (uintmax_t)c->count) : field->code,
                (uintmax_t)links.offset[0]);
            add_term(r, term);
        }
    }
}

static void add_chains(struct reading *r)
{
    int pointers = (int)r->found.count;
    for (int from = 0; from < pointers; from++) {
        if (r->found.at[from].kind != TERM_POINTER)
            continue;
        struct links links = links_of(r, &r->pointee[from]);
        for (size_t link = 0; link < links.count && links.count <= 2; link++)
            add_chain(r, from, &links, link, pointers);
    }
    add_arrays(r, pointers);
}

/* --- the object -------------------------------------------------------------------------------------------------------------- */

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    return false;
}

static void add_root(void *context, uint64_t address, uint64_t size, Dwarf_Die *variable)
{
    struct reading *r = context;
    const char *name = dwarf_diename(variable);
    Dwarf_Die type, to;
    (void)address, (void)size;
    if (!name || !has_word(r->declaration, name) || !types_of(variable, &type))
        return;
    if (complete_pointee(r, &type, &to) && links_of(r, &to).count == 0)
        each_member(r, &to, format_text("%s->", name), format_text("(const char *)%s", name), 0, add_member);
    else
        add_member(r, &type, format_text("%s", name), format_text("(const char *)&%s", name), 0);
}

struct structure structure_read(const char *program, const char *file, const char *declaration)
{
    struct symbols *symbols = symbols_open_file(program);
    struct scope_names names = {.symbols = symbols};
    struct reading r = {.names = &names, .declaration = declaration};
    if (!symbols)
        return r.found;
    variables_match(symbols, file, add_root, &r);
    add_chains(&r);
    scope_names_free(&names);
    symbols_close(symbols);
    return r.found;
}

/* --- the text ---------------------------------------------------------------------------------------------------------------- */

const char *const structure_macros[] = {"nodes", "all_nodes", "last", "reaches", "ordered", "every", "mirrored", NULL};

const char *structure_macro(const char *name)
{
    static const char *const texts[] = {
        "#define nodes(from, next) ({ long n_ = 0; for (__auto_type p_ = (from); p_; p_ = p_->next) n_++; n_; })",
        "#define all_nodes(array, count, next) \\\n"
        "    ({ long n_ = 0; for (long i_ = 0; i_ < (long)(count); i_++) \\\n"
        "        for (__auto_type p_ = (array)[i_]; p_; p_ = p_->next) n_++; n_; })",
        "#define last(from, next) ({ __auto_type p_ = (from); while (p_ && p_->next) p_ = p_->next; p_; })",
        "#define reaches(from, next, to) ({ __auto_type p_ = (from); while (p_ && p_ != (to)) p_ = p_->next; p_ == (to); })",
        "#define ordered(from, next, key, less) \\\n"
        "    ({ int is_ = 1; for (__auto_type p_ = (from); p_ && p_->next; p_ = p_->next) is_ &= p_->key less p_->next->key; is_; })",
        "#define every(from, next, holds) ({ int is_ = 1; for (__auto_type p_ = (from); p_; p_ = p_->next) is_ &= p_->holds; is_; })",
        "#define mirrored(from, next, back) \\\n"
        "    ({ int is_ = 1; for (__auto_type p_ = (from); p_ && p_->next; p_ = p_->next) is_ &= p_->next->back == p_; is_; })",
    };
    for (size_t i = 0; structure_macros[i]; i++)
        if (strcmp(name, structure_macros[i]) == 0)
            return texts[i];
    return "";
}
