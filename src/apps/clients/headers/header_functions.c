/* header_functions.c - see header_functions.h. */
#include "apps/clients/headers/header_functions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Words and signs of one declaration. */
typedef struct strings tokens;

struct reader {
    const char *at, *header;
    bool    in_header;
    struct strings names; /* of typedefs */
    tokens *meaning;      /* of each: what it stands for */
    struct header_functions found;
};

/* --- words ------------------------------------------------------------------------------------------------------------------ */

/* # 12 "queue.h" 1 */
static const char *read_marker(struct reader *r, const char *at)
{
    const char *end = at + strcspn(at, "\n"), *open = memchr(at, '"', (size_t)(end - at));
    const char *close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close)
        r->in_header = strlen(r->header) == (size_t)(close - open - 1) && strncmp(open + 1, r->header, strlen(r->header)) == 0;
    return end;
}

static size_t token_length(const char *at)
{
    size_t length = 1;
    if (isalnum((unsigned char)*at) || *at == '_')
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
    else if (*at == '"' || *at == '\'') {
        while (at[length] && at[length] != *at)
            length += at[length] == '\\' && at[length + 1] ? 2 : 1;
        length += at[length] != '\0';
    } else if (strncmp(at, "...", 3) == 0)
        length = 3;
    return length;
}

/* The next one, a new string; NULL at the end. */
static char *next_token(struct reader *r)
{
    bool begins = r->at[0] == '#';
    for (;; begins = *r->at++ == '\n') {
        if (begins && *r->at == '#')
            r->at = read_marker(r, r->at);
        if (!*r->at)
            return NULL;
        if (!isspace((unsigned char)*r->at))
            break;
    }
    size_t length = token_length(r->at);
    char *token = format_text("%.*s", (int)length, r->at);
    r->at += length;
    return token;
}

static bool is(const char *token, const char *text)
{
    return token && strcmp(token, text) == 0;
}

static bool is_name(const char *token)
{
    return token && (isalpha((unsigned char)*token) || *token == '_');
}

/* Behind the sign that closes what token `at` opens. */
static size_t behind(const tokens *t, size_t at)
{
    int depth = 0;
    for (; at < t->count; at++) {
        depth += strchr("([{", *t->at[at]) != NULL;
        depth -= strchr(")]}", *t->at[at]) != NULL;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

static tokens part(const tokens *t, size_t from, size_t to)
{
    tokens p = {0};
    for (size_t i = from; i < to && i < t->count; i++)
        strings_add(&p, t->at[i]);
    return p;
}

/* struct queue *, unsigned long */
static char *text_of(const tokens *t)
{
    char *text = format_text("%s", "");
    for (size_t i = 0; i < t->count; i++) {
        bool tight = i == 0 || is(t->at[i - 1], "*") || is(t->at[i - 1], "(") || strchr(",)(", *t->at[i]);
        text = format_text("%s%s%s", text, tight ? "" : " ", t->at[i]);
    }
    return text;
}

/* --- types ------------------------------------------------------------------------------------------------------------------ */

static const char *const qualifiers[] = {"const", "volatile", "restrict", "__restrict", "__restrict__", "__extension__", "_Atomic", NULL};
static const char *const integers[] = {"int", "char", "short", "long", "signed", "unsigned", "__signed__", NULL};
static const char *const records[] = {"struct", "union", NULL};

static const tokens *meaning_of(const struct reader *r, const char *name)
{
    for (size_t i = r->names.count; i-- > 0;)
        if (is(r->names.at[i], name))
            return &r->meaning[i];
    return NULL;
}

/* The type without qualifiers and with the first typedef resolved, as long as that is not one of a structure without a name. */
static tokens resolved(const struct reader *r, const tokens *type, bool *constant)
{
    tokens plain = {0};
    for (size_t i = 0; i < type->count; i++) {
        *constant |= is(type->at[i], "const");
        if (!is_one_of(type->at[i], qualifiers))
            strings_add(&plain, type->at[i]);
    }
    const tokens *meaning = plain.count ? meaning_of(r, plain.at[0]) : NULL;
    if (!meaning || !meaning->count)
        return plain;
    bool record = is_one_of(meaning->at[0], records) && meaning->count > 1;
    if (record && is(meaning->at[1], "{"))
        return plain;
    tokens whole = record && meaning->count > 2 && is(meaning->at[2], "{") ? part(meaning, 0, 2) : part(meaning, 0, meaning->count);
    for (size_t i = 1; i < plain.count; i++)
        strings_add(&whole, plain.at[i]);
    return resolved(r, &whole, constant);
}

/* Values of a type that is no pointer. */
static enum type_sort plain_sort(const struct reader *r, const tokens *t)
{
    if (!t->count)
        return SORT_OTHER;
    if (is(t->at[0], "_Bool") || is(t->at[0], "void"))
        return t->count > 1 ? SORT_OTHER : is(t->at[0], "void") ? SORT_VOID : SORT_TRUTH;
    if (is(t->at[0], "enum"))
        return SORT_NUMBER;
    if (is_one_of(t->at[0], records) || meaning_of(r, t->at[0]))
        return SORT_OTHER;
    for (size_t i = 0; i < t->count; i++)
        if (!is_one_of(t->at[i], integers))
            return SORT_OTHER;
    return SORT_NUMBER;
}

static struct header_type type_of(const struct reader *r, const tokens *type)
{
    struct header_type h = {.text = text_of(type)};
    tokens whole = resolved(r, type, &h.constant);
    size_t stars = 0;
    while (stars < whole.count && is(whole.at[whole.count - 1 - stars], "*"))
        stars++;
    tokens base = part(&whole, 0, whole.count - stars);
    enum type_sort sort = plain_sort(r, &base);
    bool record = base.count && (is_one_of(base.at[0], records) || meaning_of(r, base.at[0])) && !strpbrk(text_of(&base), "([*");
    h.sort = stars == 0 ? sort : SORT_OTHER;
    if (stars == 1 && (sort == SORT_NUMBER || sort == SORT_TRUTH) && !h.constant && is(type->at[type->count - 1], "*")) {
        tokens number = part(type, 0, type->count - 1);
        h.sort = SORT_TO_NUMBER;
        h.text = text_of(&number);
    } else if (stars == 1 && record) {
        h.sort = SORT_TO_OBJECT;
        h.object = text_of(&base);
    }
    return h;
}

/* --- declarations ------------------------------------------------------------------------------------------------------------- */

/* Without what says nothing of types. */
static tokens without_attributes(const tokens *t)
{
    static const char *const plain[] = {"extern", "static", "inline", "__inline", "__inline__", "__extension__", "_Noreturn", NULL};
    static const char *const with[] = {"__attribute__", "__attribute", "__asm__", "__asm", "asm", "_Alignas", NULL};
    tokens left = {0};
    for (size_t i = 0; i < t->count; i++) {
        if (is_one_of(t->at[i], with))
            i = behind(t, i + 1) - 1;
        else if (!is_one_of(t->at[i], plain))
            strings_add(&left, t->at[i]);
    }
    return left;
}

/* typedef struct queue queue_t; the last word is the name. Arrays and pointers to functions stand for nothing. */
static void read_typedef(struct reader *r, const tokens *t)
{
    size_t last = t->count - 1;
    tokens meaning = {0};
    bool plain = is_name(t->at[last]);
    for (size_t i = 1; !plain && i + 2 < t->count; i++) /* (*name)(...) */
        if (is(t->at[i], "(") && is(t->at[i + 1], "*") && is_name(t->at[i + 2]))
            last = i + 2;
    if (plain)
        meaning = part(t, 1, last);
    else
        strings_add(&meaning, "(");
    strings_add(&r->names, t->at[last]);
    r->meaning = resize(r->meaning, r->names.count * sizeof *r->meaning);
    r->meaning[r->names.count - 1] = meaning;
}

static bool is_parameter_name(const struct reader *r, const tokens *t)
{
    const char *last = t->at[t->count - 1], *before = t->count > 1 ? t->at[t->count - 2] : NULL;
    return before && is_name(last) && !is_one_of(last, integers) && !is_one_of(last, qualifiers) && !is(last, "_Bool") &&
        !is_one_of(before, records) && !is(before, "enum") && (is(before, "*") || is_name(before)) && !is(last, "void") &&
        (!is_one_of(before, qualifiers) || !meaning_of(r, last));
}

static void read_parameter(struct reader *r, struct header_function *f, const tokens *t)
{
    struct header_parameter p = {.type = {.sort = SORT_OTHER, .text = text_of(t)}};
    if (t->count == 0 || (t->count == 1 && is(t->at[0], "void")))
        return;
    bool named = is_parameter_name(r, t);
    tokens type = part(t, 0, t->count - named);
    p.name = named ? format_text("%s", t->at[t->count - 1]) : NULL;
    if (!strpbrk(p.type.text, "([.")) /* a function, an array, any number of arguments */
        p.type = type_of(r, &type);
    if (f->parameters < MOST_HEADER_PARAMETERS)
        f->parameter[f->parameters] = p;
    f->parameters++;
}

/* T name(parameters) */
static void read_function(struct reader *r, const tokens *t)
{
    size_t open = 0;
    while (open < t->count && !is(t->at[open], "("))
        open++;
    if (open < 2 || open >= t->count || !is_name(t->at[open - 1]) || behind(t, open) != t->count)
        return;
    tokens result = part(t, 0, open - 1);
    struct header_function f = {.name = format_text("%s", t->at[open - 1]), .text = text_of(t), .result = type_of(r, &result)};
    for (size_t i = open + 1, from = i; i < t->count; i = *t->at[i] == '(' ? behind(t, i) : i + 1) {
        if (!is(t->at[i], ",") && i + 1 < t->count)
            continue;
        tokens parameter = part(t, from, i);
        read_parameter(r, &f, &parameter);
        from = i + 1;
    }
    r->found.at = resize(r->found.at, (r->found.count + 1) * sizeof f);
    r->found.at[r->found.count++] = f;
}

static void note_complete(struct reader *r, const tokens *t)
{
    for (size_t i = 0; i + 2 < t->count; i++)
        if (is_one_of(t->at[i], records) && is_name(t->at[i + 1]) && is(t->at[i + 2], "{"))
            strings_add(&r->found.complete, format_text("%s %s", t->at[i], t->at[i + 1]));
    if (is(t->at[0], "typedef") && t->count > 3 && is_one_of(t->at[1], records) && is(t->at[2], "{"))
        strings_add(&r->found.complete, t->at[t->count - 1]);
}

static void read_declaration(struct reader *r, const tokens *all, bool in_header)
{
    tokens t = without_attributes(all);
    if (!t.count)
        return;
    note_complete(r, &t);
    if (is(t.at[0], "typedef") && t.count > 2)
        read_typedef(r, &t);
    else if (in_header)
        read_function(r, &t);
}

struct header_functions header_functions_of(const char *preprocessed, const char *header)
{
    struct reader r = {.at = preprocessed, .header = header};
    tokens t = {0};
    int depth = 0;
    bool body = false, in_header = false;
    for (char *token; (token = next_token(&r));) {
        in_header = t.count ? in_header : r.in_header;
        body |= depth == 0 && is(token, "{") && t.count && is(t.at[t.count - 1], ")"); /* what comes before it declares a function */
        depth += strchr("{([", *token) != NULL;
        depth -= strchr("})]", *token) != NULL;
        if (depth > 0 || !is(token, body ? "}" : ";")) {
            if (!body)
                strings_add(&t, token);
            continue;
        }
        read_declaration(&r, &t, in_header);
        t = (tokens){0};
        body = false;
    }
    return r.found;
}
