/* spec.c - reads a specification (spec.h): each statement begins with a word that says what it is, or declares an operation. */
#include "apps/clients/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/spec_text.h"
#include "tool/cli/trust.h"
#include "tool/compile/compile.h"

enum { MOST_VALUES = 64 };

/* What a statement is read with. */
struct reading {
    struct spec *spec;
    const char  *text; /* behind its first word */
    size_t       line;
};

static void wrong(const struct reading *r, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
static void wrong(const struct reading *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *sentence = format_arguments(format, list);
    va_end(list);
    die("%s:%zu: %s", r->spec->path, r->line, sentence);
}

/* --- statements ---------------------------------------------------------------------------------------------------------- */

static char *in_folder(const struct spec *s, const char *name)
{
    return *name == '/' || strcmp(s->folder, ".") == 0 ? format_text("%s", name) : path_join(s->folder, name);
}

static void read_header(struct reading *r)
{
    char *name = spec_trim(r->text, strlen(r->text));
    if (*name != '"' && *name != '<')
        wrong(r, "a header is written \"queue.h\" or <queue.h>, and not %s", name);
    strings_add(&r->spec->headers, name);
}

static void read_files(struct reading *r, struct strings *files)
{
    for (char *word; (word = spec_word(&r->text));) {
        char *path = in_folder(r->spec, word);
        if (!file_exists(path))
            wrong(r, "there is no file %s", path);
        strings_add(files, path);
    }
}

static void read_sources(struct reading *r) { read_files(r, &r->spec->sources); }
static void read_reference(struct reading *r) { read_files(r, &r->spec->reference); }

/* Folders are relative to the specification. */
static void read_flags(struct reading *r)
{
    for (char *word; (word = spec_word(&r->text));) {
        bool folder = (starts_with(word, "-I") || starts_with(word, "-L")) && word[2] && word[2] != '/';
        strings_add(&r->spec->flags, folder ? format_text("%.2s%s", word, in_folder(r->spec, word + 2)) : word);
    }
}

static void read_language(struct reading *r)
{
    char *word = spec_word(&r->text);
    if (!word || (strcmp(word, "c") != 0 && strcmp(word, "c++") != 0))
        wrong(r, "the language is c or c++, and not %s", word ? word : "nothing");
    r->spec->cxx = strcmp(word, "c++") == 0;
}

static void read_callers(struct reading *r)
{
    char *word = spec_word(&r->text);
    if (!word || strcmp(word, "alike") != 0)
        wrong(r, "callers are alike, or nothing is said of them: callers alike");
    r->spec->callers_alike = true;
}

static void read_one(struct reading *r, struct fragment_of_c *into, const char *what)
{
    if (into->text)
        wrong(r, "there is a second %s: the first is in line %zu", what, into->line);
    *into = (struct fragment_of_c){spec_trim(r->text, strlen(r->text)), r->line};
    if (!*into->text)
        wrong(r, "%s of what? Nothing follows the word", what);
}

static void read_object(struct reading *r) { read_one(r, &r->spec->object, "object"); }
static void read_constructor(struct reading *r) { read_one(r, &r->spec->constructor, "constructor"); }
static void read_destructor(struct reading *r) { read_one(r, &r->spec->destructor, "destructor"); }
static void read_invariant(struct reading *r) { read_one(r, &r->spec->invariant, "invariant"); }

static void read_more(struct reading *r, struct fragment_of_c **list, size_t *count, const char *what)
{
    struct fragment_of_c one = {0};
    read_one(r, &one, what);
    *list = resize(*list, (*count + 1) * sizeof **list);
    (*list)[(*count)++] = one;
}

static void read_before(struct reading *r) { read_more(r, &r->spec->before, &r->spec->befores, "before"); }

static void read_code(struct reading *r)
{
    const char *open = strchr(r->text, '{'), *close = strrchr(r->text, '}');
    char *inside = format_text("%.*s", (int)(close - open - 1), open + 1);
    r->spec->code = resize(r->spec->code, (r->spec->codes + 1) * sizeof *r->spec->code);
    r->spec->code[r->spec->codes++] = (struct fragment_of_c){inside, r->line};
}

static const struct {
    const char *word;
    void (*read)(struct reading *r);
} statements[] = {
    {"header", read_header}, {"sources", read_sources}, {"flags", read_flags}, {"reference", read_reference},
    {"language", read_language}, {"object", read_object}, {"constructor", read_constructor}, {"destructor", read_destructor},
    {"before", read_before}, {"callers", read_callers}, {"invariant", read_invariant}, {"code", read_code},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* --- operations ---------------------------------------------------------------------------------------------------------- */

/* Behind `word`, which is the first of the text; or NULL. */
static const char *behind_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && isspace((unsigned char)text[length]) ? text + length : NULL;
}

/* A..B, or {A, B, ...} */
static void read_domain(const struct reading *r, struct parameter *p, const char *text)
{
    long long first, last;
    int end = 0;
    if (*text == '{') {
        const char *close = spec_find(text + 1, '}');
        if (!close)
            wrong(r, "the values %s have no end: a brace, }, is missing", text);
        for (const char *at = text + 1; at < close;) {
            const char *comma = spec_find(at, ',');
            const char *stop = comma && comma < close ? comma : close;
            strings_add(&p->values, spec_trim(at, (size_t)(stop - at)));
            at = stop + 1;
        }
        text = close + 1;
    } else if (sscanf(text, "%lld..%lld%n", &first, &last, &end) == 2 && end > 0) {
        if (last < first)
            wrong(r, "the values from %lld to %lld are none", first, last);
        for (long long value = first; value <= last && p->values.count <= MOST_VALUES; value++)
            strings_addf(&p->values, "%lld", value);
        text += end;
    } else
        wrong(r, "values are written 1..3 or {1, 5, 7}, and not %s", text);
    if (p->values.count > MOST_VALUES)
        wrong(r, "more than %d values of one argument: clients need few", MOST_VALUES);
    char *rest = spec_trim(text, strlen(text));
    p->alike = strcmp(rest, "alike") == 0;
    if (*rest && !p->alike)
        wrong(r, "behind the values of an argument comes nothing, or the word alike, and not %s", rest);
}

/* `int *value` or, in C++, `int &value`: the type without the mark and the name. */
static void read_out(const struct reading *r, struct parameter *p, const char *text)
{
    size_t mark = strlen(text);
    while (mark > 0 && text[mark - 1] != '*' && text[mark - 1] != '&')
        mark--;
    if (mark == 0)
        wrong(r, "what a call stores is written out int *value (or, in C++, out int &value), and not out %s", text);
    p->kind = PARAMETER_OUT;
    p->by_address = text[mark - 1] == '*';
    p->text = spec_trim(text, mark - 1);
}

static void read_parameter(const struct reading *r, struct operation *o, const char *text)
{
    if (o->parameters == MOST_PARAMETERS)
        wrong(r, "%s has more than %d parameters: write a shorter function for it in code { }", o->name, MOST_PARAMETERS);
    struct parameter *p = &o->parameter[o->parameters++];
    const char *out = behind_word(text, "out"), *in = strstr(text, " in ");
    if (out) {
        read_out(r, p, out + strspn(out, " \t\n"));
    } else if (in) {
        p->kind = PARAMETER_CHOSEN;
        p->text = spec_trim(text, (size_t)(in - text));
        read_domain(r, p, in + 4 + strspn(in + 4, " \t\n"));
    } else {
        p->kind = PARAMETER_GIVEN;
        p->text = format_text("%s", text);
    }
}

static void read_parameters(const struct reading *r, struct operation *o, const char *from, const char *to)
{
    while (from < to) {
        const char *comma = spec_find(from, ',');
        const char *stop = comma && comma < to ? comma : to;
        char *text = spec_trim(from, (size_t)(stop - from));
        if (*text && strcmp(text, "void") != 0)
            read_parameter(r, o, text);
        from = stop + 1;
    }
}

static void read_properties(const struct reading *r, struct operation *o, const char *text)
{
    static const char *const words[] = {"readonly", "trusted", "blocks", "spurious", "by", NULL};
    for (char *word; (word = spec_word(&text));) {
        bool takes = strcmp(word, "spurious") == 0 || strcmp(word, "by") == 0;
        char *value = takes ? spec_word(&text) : NULL;
        if (takes && !value)
            wrong(r, "%s %s", word, *word == 's' ? "with which result? spurious false" : "whom? by producer");
        if (strcmp(word, "readonly") == 0)
            o->readonly = true;
        else if (strcmp(word, "trusted") == 0)
            o->trusted = true;
        else if (strcmp(word, "blocks") == 0)
            o->blocks = true;
        else if (strcmp(word, "spurious") == 0)
            o->spurious = value;
        else if (strcmp(word, "by") == 0)
            o->role = value;
        else {
            const char *near = nearest_word(word, words);
            wrong(r, "an operation is readonly, trusted, blocks, spurious RESULT, by WHOM; it is not %s%s%s%s", word,
                near ? " (is it " : "", near ? near : "", near ? "?)" : "");
        }
    }
}

/* Name of a member function: push of q->push. */
static char *short_name(const char *callee)
{
    const char *name = callee;
    for (const char *at = callee; *at && *at != '<'; at++)
        name = *at == '.' || (*at == '>' && at > callee && at[-1] == '-') || (*at == ':' && at[1] != ':') ? at + 1 : name;
    return format_text("%s", name);
}

static bool is_of_callee(char c)
{
    return isalnum((unsigned char)c) || strchr("_:.<>-", c);
}

static void read_operation(struct reading *r, const char *text)
{
    const char *open = strchr(text, '('), *close = open ? spec_find(open + 1, ')') : NULL;
    if (!close) {
        const char *at = text;
        static const char *words[STATEMENTS + 1];
        for (size_t i = 0; i < STATEMENTS; i++)
            words[i] = statements[i].word;
        char *word = spec_word(&at);
        const char *near = nearest_word(word, words);
        wrong(r, "%s is neither a statement (header, sources, object, ...) nor the declaration of an operation, int push(q, ...)%s%s%s",
            word, near ? "; is it " : "", near ? near : "", near ? "?" : "");
    }
    const char *end = open, *from;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    for (from = end; from > text && is_of_callee(from[-1]);)
        from--;
    struct operation o = {.type = spec_trim(text, (size_t)(from - text)), .callee = spec_trim(from, (size_t)(end - from)), .line = r->line};
    o.name = short_name(o.callee);
    if (!*o.callee || !*o.type)
        wrong(r, "an operation has a type and a name: int push(q, int value in 1..3)");
    if (strchr(o.type, '*') || strchr(o.type, '&'))
        wrong(r, "what %s returns, %s, cannot be compared: addresses differ from run to run. Write a function in code { } that returns "
                 "a number", o.name, o.type);
    read_parameters(r, &o, open + 1, close);
    read_properties(r, &o, close + 1);
    r->spec->operation = resize(r->spec->operation, (r->spec->operations + 1) * sizeof o);
    r->spec->operation[r->spec->operations++] = o;
}

static bool is_of_type(const char *text)
{
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:<>,*& \t")] == '\0';
}

static const char *cast_of(const struct parameter *p)
{
    static const char *const types[] = {"int", "long", "short", "char", "bool", "unsigned", "signed", "double", "float", NULL};
    if (p->kind != PARAMETER_CHOSEN || !is_of_type(p->text))
        return "";
    size_t length = strlen(p->text), start = length;
    while (start > 0 && (isalnum((unsigned char)p->text[start - 1]) || p->text[start - 1] == '_'))
        start--;
    for (size_t i = 0; types[i]; i++)
        start = strcmp(p->text + start, types[i]) == 0 ? length : start; /* it has no name */
    return format_text("(%s)", spec_trim(p->text, start ? start : length));
}

/* What is known of an operation when all have been read. */
static void complete_operations(struct spec *s)
{
    for (size_t i = 0; i < s->operations; i++) {
        struct operation *o = &s->operation[i];
        for (size_t k = 0; k < s->operations; k++)
            o->shares_name |= i != k && strcmp(o->name, s->operation[k].name) == 0;
        for (size_t p = 0; p < o->parameters; p++)
            o->parameter[p].cast = s->cxx ? cast_of(&o->parameter[p]) : "";
    }
}

bool operation_returns(const struct operation *o)
{
    return strcmp(o->type, "void") != 0;
}

bool operation_is_truth(const struct operation *o)
{
    return strcmp(o->type, "bool") == 0 || strcmp(o->type, "_Bool") == 0;
}

size_t operation_slots(const struct operation *o)
{
    size_t slots = operation_returns(o);
    for (size_t i = 0; i < o->parameters; i++)
        slots += o->parameter[i].kind == PARAMETER_OUT;
    return slots;
}

bool spec_blocks(const struct spec *s)
{
    for (size_t i = 0; i < s->operations; i++)
        if (s->operation[i].blocks)
            return true;
    return false;
}

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

static void read_statement(struct spec *s, const char *text, size_t line)
{
    struct reading r = {s, text, line};
    for (size_t i = 0; i < STATEMENTS; i++) {
        size_t length = strlen(statements[i].word);
        if (strncmp(text, statements[i].word, length) == 0 && strchr(" \t\n{\"<", text[length])) {
            r.text = text + length;
            statements[i].read(&r);
            return;
        }
    }
    read_operation(&r, text);
}

static bool all_trusted(const struct spec *s)
{
    for (size_t i = 0; i < s->operations; i++)
        if (!s->operation[i].trusted)
            return false;
    return true;
}

static bool all_readonly(const struct spec *s)
{
    for (size_t i = 0; i < s->operations; i++)
        if (!s->operation[i].readonly)
            return false;
    return true;
}

static void check_spec(const struct spec *s)
{
    if (!s->operations)
        die("%s: there is no operation: int push(q, int value in 1..3);", s->path);
    if (!s->object.text && !s->constructor.text)
        die("%s: there is no object: object struct queue *q; constructor q = queue_new();", s->path);
    if (all_trusted(s))
        die("%s:%zu: all operations are trusted, and there is nothing to check", s->path, s->operation[0].line);
    if (all_readonly(s))
        die("%s:%zu: all operations are readonly, and nothing ever changes", s->path, s->operation[0].line);
    for (size_t i = 0; i < s->operations; i++)
        if (s->operation[i].spurious && operation_slots(&s->operation[i]) != 1)
            die("%s:%zu: a call of %s that fails for no reason has one result, and stores none", s->path, s->operation[i].line,
                s->operation[i].name);
}

struct spec spec_read(const char *path)
{
    struct spec s = {.path = path, .name = source_stem(path)};
    const char *base = path_base(path);
    s.folder = base == path ? format_text(".") : base == path + 1 ? format_text("/") : format_text("%.*s", (int)(base - path - 1), path);
    char *content = read_whole_file(path, NULL), *statement;
    if (!content)
        die("%s: %s", path, strerror(errno));
    trust_commands_of(path);
    struct spec_text text = {path, content, 1};
    for (size_t line; (statement = spec_statement(&text, &line));)
        read_statement(&s, statement, line);
    for (size_t i = 0; i < s.sources.count; i++)
        s.cxx |= is_source(s.sources.at[i]) && !is_c_source(s.sources.at[i]);
    complete_operations(&s);
    check_spec(&s);
    return s;
}
