/* source_types.c - see source_types.h. A parser of expressions that begins at each word of a statement anew. */
#include "tool/binary/symbols/source_types.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

/* --- words ------------------------------------------------------------------------------------------------------------------ */

enum { LONGEST = 64,
    TOKENS = 256 };

struct token {
    char text[LONGEST]; /* a name, or an operator; "0" for numbers and texts */
    bool name;
};

struct parser {
    const struct scope *scope;
    struct token token[TOKENS + 1];
    size_t count;
    struct source_access *out;
    size_t found;
};

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind a literal text that begins at `at`. */
static const char *behind_text(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* Behind a comment or a line of the preprocessor; `at` if there is none. */
static const char *behind_comment(const char *at)
{
    const char *end = at;
    if (starts_with(at, "/*"))
        end = strstr(at, "*/");
    else if (starts_with(at, "//") || *at == '#')
        end = strchr(at, '\n');
    return end == at ? at : end ? end + (*end == '*' ? 2 : 1)
                                : at + strlen(at);
}

static const char *next_token(const char *at, struct token *t)
{
    static const char *const two[] = {"->", "::", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "&&", "||", NULL};
    const char *end = at + 1;
    *t = (struct token){.name = begins_name(*at)};
    if (isdigit((unsigned char)*at) || t->name)
        while (is_in_name(*end))
            end++;
    else if (*at == '"' || *at == '\'')
        end = behind_text(at);
    else
        for (int i = 0; two[i]; i++)
            end = starts_with(at, two[i]) ? at + 2 : end;
    bool literal = isdigit((unsigned char)*at) || *at == '"' || *at == '\'';
    size_t length = (size_t)(end - at) < LONGEST - 1 ? (size_t)(end - at) : LONGEST - 1;
    memcpy(t->text, literal ? "0" : at, literal ? 1 : length);
    return end;
}

static void divide(struct parser *p, const char *statement)
{
    for (const char *at = statement; *at && p->count < TOKENS;) {
        const char *behind = behind_comment(at);
        if (behind != at)
            at = behind;
        else if (isspace((unsigned char)*at))
            at++;
        else
            at = next_token(at, &p->token[p->count++]);
    }
}

static bool is(const struct parser *p, size_t i, const char *text)
{
    return i < p->count && strcmp(p->token[i].text, text) == 0;
}

/* Behind the bracket that closes the one at `i`. */
static size_t behind_bracket(const struct parser *p, size_t i)
{
    int depth = 0;
    for (; i < p->count; i++) {
        depth += is(p, i, "(") || is(p, i, "[");
        depth -= is(p, i, ")") || is(p, i, "]");
        if (depth == 0)
            return i + 1;
    }
    return i;
}

/* --- expressions -------------------------------------------------------------------------------------------------------------- */

struct expression {
    Dwarf_Die type;
    int pointers; /* it points to the type, over so many */
    bool based; /* it was reached through a pointer to `base` */
    Dwarf_Die base;
    uint64_t offset, stride;
    const char *word; /* the last name in it */
};

static void note(struct parser *p, const struct expression *e)
{
    Dwarf_Die type = e->type;
    uint64_t width = e->pointers ? sizeof(uint64_t) : types_size(&type);
    if (e->based && width && p->out && p->found < SOURCE_MOST)
        p->out[p->found++] = (struct source_access){e->base, e->offset, width, e->stride};
}

/* Classes that are used like a pointer, or like an array. */
static bool is_pointer_class(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    const char *name = types_strip(&inner) ? dwarf_diename(&inner) : NULL;
    return name && (starts_with(name, "unique_ptr<") || starts_with(name, "shared_ptr<"));
}

static bool is_array_class(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    const char *name = types_strip(&inner) ? dwarf_diename(&inner) : NULL;
    return name && (starts_with(name, "vector<") || starts_with(name, "deque<"));
}

static bool follow(struct expression *e)
{
    if (e->pointers > 0)
        e->pointers--;
    else if (!type_pointee(&e->type, &e->type) && !(is_pointer_class(&e->type) && type_argument(&e->type, &e->type)))
        return false;
    e->based = e->pointers == 0;
    e->base = e->type;
    e->offset = e->stride = 0;
    return true;
}

/* A reference stands for what it refers to. */
static bool begin(struct expression *e, Dwarf_Die *type)
{
    e->type = *type;
    return !type_is_reference(&e->type) || follow(e);
}

static bool select_member(struct parser *p, struct expression *e, size_t i)
{
    if (e->pointers || i >= p->count || !p->token[i].name)
        return false;
    e->word = p->token[i].text;
    if (!type_member(&e->type, e->word, &e->offset, &e->type))
        return false;
    return !type_is_reference(&e->type) || follow(e);
}

/* x.get(), v.back(): of classes that stand for others. */
static bool call_member(struct parser *p, struct expression *e, size_t i)
{
    static const char *const elements[] = {"back", "front", "at", "top", NULL};
    if (!is(p, i + 1, "(") || e->pointers)
        return false;
    if (is_pointer_class(&e->type) && is(p, i, "get")) {
        e->pointers = type_argument(&e->type, &e->type);
        return e->pointers > 0;
    }
    if (!is_array_class(&e->type) || !is_one_of(p->token[i].text, elements) || !type_argument(&e->type, &e->type))
        return false;
    e->pointers = 1;
    return follow(e);
}

static bool select_element(struct expression *e)
{
    Dwarf_Die element;
    uint64_t count;
    if (e->pointers == 0 && type_element(&e->type, &element, &count)) {
        e->stride = types_size(&element);
        e->type = element;
        return true;
    }
    if (e->pointers == 0 && is_array_class(&e->type)) {
        if (!type_argument(&e->type, &e->type))
            return false;
        e->pointers = 1;
    }
    if (!follow(e))
        return false;
    return true;
}

/* What comes behind a name. *i is left behind what was understood. */
static bool postfix(struct parser *p, struct expression *e, size_t *i)
{
    for (note(p, e);; note(p, e)) {
        bool arrow = is(p, *i, "->"), dot = is(p, *i, ".");
        if ((arrow || dot) && *i + 1 < p->count && is(p, *i + 2, "(") && (!arrow || follow(e))) {
            if (!call_member(p, e, *i + 1))
                return false;
            *i = behind_bracket(p, *i + 2);
        } else if (arrow || dot) {
            if ((arrow && !follow(e)) || !select_member(p, e, *i + 1))
                return false;
            *i += 2;
        } else if (is(p, *i, "[")) {
            if (!select_element(e))
                return false;
            *i = behind_bracket(p, *i);
        } else {
            return true;
        }
    }
}

/* `struct node`, `const Session`, `_Tp`, with as many stars as follow; *i is left behind them. */
static bool parse_type(struct parser *p, struct expression *e, size_t *i)
{
    static const char *const before[] = {"struct", "union", "enum", "class", "const", "volatile", "typename", "unsigned", NULL};
    bool tagged = false;
    for (; *i < p->count && is_one_of(p->token[*i].text, before); ++*i)
        tagged = tagged || is(p, *i, "struct") || is(p, *i, "union");
    while (*i + 2 < p->count && p->token[*i].name && is(p, *i + 1, "::"))
        *i += 2;
    if (*i >= p->count || !p->token[*i].name || (!tagged && scope_variable(p->scope, p->token[*i].text, &e->type)))
        return false;
    if (!scope_type(p->scope, p->token[*i].text, &e->type))
        return false;
    for (++*i; is(p, *i, "*") || is(p, *i, "const"); ++*i)
        e->pointers += is(p, *i, "*");
    return true;
}

static bool unary(struct parser *p, struct expression *e, size_t *i);

static bool parenthesized(struct parser *p, struct expression *e, size_t *i)
{
    struct expression cast = {0}, ignored = {0};
    size_t at = *i + 1, behind;
    if (parse_type(p, &cast, &at) && is(p, at, ")")) {
        behind = ++at;
        if (!unary(p, &ignored, &at))
            at = behind;
        *i = at;
        *e = (struct expression){.type = cast.type, .pointers = cast.pointers};
        return true;
    }
    at = *i + 1;
    if (!unary(p, e, &at) || !is(p, at, ")"))
        return false;
    *i = at + 1;
    return postfix(p, e, i);
}

/* A member of the class whose function this is, without `this`. */
static bool own_member(struct parser *p, struct expression *e, const char *name)
{
    Dwarf_Die this;
    if (!scope_variable(p->scope, "this", &this))
        return false;
    e->type = this;
    return follow(e) && type_member(&e->type, name, &e->offset, &e->type);
}

static bool primary(struct parser *p, struct expression *e, size_t *i)
{
    const char *name = p->token[*i].text;
    Dwarf_Die type;
    e->word = name;
    bool call = is(p, *i + 1, "(");
    if (!p->token[*i].name || (!call && !scope_variable(p->scope, name, &type) && !own_member(p, e, name)))
        return false;
    if (call && !scope_function(p->scope, name, &type))
        return false;
    if (!e->based && !begin(e, &type))
        return false;
    *i = call ? behind_bracket(p, *i + 1) : *i + 1;
    return postfix(p, e, i);
}

static bool unary(struct parser *p, struct expression *e, size_t *i)
{
    if (*i >= p->count)
        return false;
    if (is(p, *i, "*")) {
        ++*i;
        if (!unary(p, e, i) || !follow(e))
            return false;
        note(p, e);
        return true;
    }
    if (is(p, *i, "&") || is(p, *i, "++") || is(p, *i, "--")) {
        bool address = is(p, *i, "&");
        ++*i;
        bool understood = unary(p, e, i);
        e->pointers += address;
        e->based = e->based && !address;
        return understood;
    }
    return is(p, *i, "(") ? parenthesized(p, e, i) : primary(p, e, i);
}

static bool may_begin(const struct parser *p, size_t i)
{
    bool inside = i > 0 && (is(p, i - 1, "->") || is(p, i - 1, ".") || is(p, i - 1, "::"));
    return !inside && (p->token[i].name || is(p, i, "*") || is(p, i, "("));
}

size_t source_accesses(const struct scope *scope, const char *statement, struct source_access *out)
{
    struct parser p = {.scope = scope, .out = out};
    divide(&p, statement);
    for (size_t i = 0; i < p.count; i++) {
        struct expression e = {0};
        size_t end = i;
        if (may_begin(&p, i))
            (void)unary(&p, &e, &end);
    }
    return p.found;
}

/* --- allocations -------------------------------------------------------------------------------------------------------------- */

static void settle(struct source_allocation *a, const struct expression *e, bool certain)
{
    if (a->typed && (a->certain || !certain))
        return;
    a->type = e->type;
    a->typed = true;
    a->certain = certain;
}

/* sizeof(struct node), sizeof *n, sizeof(*n), sizeof n: what is meant. */
static bool measured(struct parser *p, size_t i, struct expression *e)
{
    size_t type = i + is(p, i, "("), at = i;
    if (parse_type(p, e, &type))
        return e->pointers == 0;
    *e = (struct expression){0};
    return unary(p, e, &at) && e->pointers == 0;
}

/* To what is the allocation's result assigned? The whole of the expression in front of "=". */
static void assigned(struct parser *p, size_t equals, struct source_allocation *out)
{
    for (size_t i = 0; i < equals; i++) {
        struct expression e = {0};
        size_t end = i;
        if (!may_begin(p, i) || !unary(p, &e, &end) || end != equals || !follow(&e))
            continue;
        out->holder = e.word ? format_text("%s", e.word) : NULL;
        if (e.pointers == 0)
            settle(out, &e, false);
        return;
    }
}

void source_allocates(const struct scope *scope, const char *statement, struct source_allocation *out)
{
    struct parser p = {.scope = scope};
    *out = (struct source_allocation){0};
    divide(&p, statement);
    for (size_t i = 0; i + 1 < p.count; i++) {
        struct expression e = {0};
        size_t type = i + 1;
        if (is(&p, i, "sizeof") && measured(&p, i + 1, &e))
            settle(out, &e, true);
        else if (is(&p, i, "new") && parse_type(&p, &e, &type) && e.pointers == 0 && !is(&p, type, "<"))
            settle(out, &e, true);
        else if (is(&p, i, "=") && !out->holder)
            assigned(&p, i, out);
        else if (is(&p, i, "return") && scope_returns(scope, &e.type) && follow(&e) && e.pointers == 0)
            settle(out, &e, false);
    }
}
