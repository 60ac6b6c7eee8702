/* order_patch.c - see order_patch.h. A call is changed only where the operation is known to be this call, and where
 * it names just the orders that the operation has. */
#include "apps/orders/order_patch.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/order_words.h"

/* --- the source ------------------------------------------------------------------------------------------------------------- */

struct source {
    const char *file;
    struct strings lines, changed; /* without their ends */
    struct strings code;           /* the same, with spaces for comments and literals */
    bool ends;                     /* the last line has its end, too */
};

/* Where comments and literals end; a comment of several lines goes on in the next one. */
static char *code_of(const char *line, bool *comment)
{
    char *code = format_text("%s", line);
    for (size_t i = 0; code[i];) {
        size_t end = i;
        if (*comment || starts_with(line + i, "/*")) {
            const char *close = strstr(line + i + (*comment ? 0 : 2), "*/");
            *comment = !close;
            end = close ? (size_t)(close - line) + 2 : strlen(line);
        } else if (starts_with(line + i, "//")) {
            end = strlen(line);
        } else if (line[i] == '"' || (line[i] == '\'' && (i == 0 || !isalnum((unsigned char)line[i - 1])))) {
            for (end = i + 1; line[end] && line[end] != line[i];)
                end += line[end] == '\\' && line[end + 1] ? 2 : 1;
            end += line[end] != '\0';
        }
        if (end == i)
            i++;
        else
            for (; i < end; i++)
                code[i] = ' ';
    }
    return code;
}

static bool source_read(struct source *s, const char *file)
{
    char *text = file ? read_whole_file(file, NULL) : NULL;
    bool comment = false;
    *s = (struct source){.file = file, .ends = true};
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        char *line = format_text("%.*s", (int)length, text);
        strings_add(&s->lines, line);
        strings_add(&s->changed, line);
        strings_add(&s->code, code_of(line, &comment));
        s->ends = text[length] == '\n';
        text += length + s->ends;
    }
    return s->lines.count > 0;
}

/* --- orders that it names --------------------------------------------------------------------------------------------------- */

struct named {
    size_t line, at, length; /* of the word */
    int    order;
    bool   capitals;
};

enum { MOST_NAMED = 3, MOST_LINES = 6 };

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static int order_of(const char *word, size_t length, bool capitals)
{
    char small[16] = "";
    if (length >= sizeof small)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (capitals != (isupper((unsigned char)word[i]) != 0) && word[i] != '_')
            return -1;
        small[i] = (char)tolower((unsigned char)word[i]);
    }
    return order_of_word(small, length);
}

/* Is an order named where this identifier begins? */
static bool read_named(const char *text, size_t at, struct named *n)
{
    static const char *const beginnings[] = {"memory_order_", "memory_order::", "__ATOMIC_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (!starts_with(text + at, beginnings[i]))
            continue;
        n->at = at + strlen(beginnings[i]);
        n->capitals = beginnings[i][0] == '_';
        for (n->length = 0; in_word(text[n->at + n->length]);)
            n->length++;
        n->order = order_of(text + n->at, n->length, n->capitals);
        return n->order >= 0;
    }
    return false;
}

/* Those that are arguments of the call whose parenthesis opens there, not of calls inside of it; MOST_NAMED: that many or more, or one that
 * nobody can be sure of. */
static size_t find_named(const struct source *s, size_t first, size_t open, bool two, struct named named[MOST_NAMED])
{
    size_t count = 0, inside = 0;
    int depth = 0;
    for (size_t l = first; l < s->code.count && l < first + MOST_LINES; l++) {
        const char *text = s->code.at[l];
        for (size_t i = l == first ? open : 0; text[i]; i++) {
            depth += (text[i] == '(') - (text[i] == ')');
            if (depth == 0)
                return two && count == 1 && inside ? MOST_NAMED : count;
            struct named one = {.line = l};
            if ((i > 0 && in_word(text[i - 1])) || !read_named(text, i, &one))
                continue;
            if (depth == 1 && count == MOST_NAMED - 1)
                return MOST_NAMED;
            if (depth == 1)
                named[count++] = one;
            else
                inside++;
        }
    }
    return MOST_NAMED;
}

/* --- calls ------------------------------------------------------------------------------------------------------------------ */

static bool holds(const char *name, size_t length, const char *part)
{
    const char *found = strstr(name, part);
    return found && found + strlen(part) <= name + length;
}

static enum atomic_kind kind_of_name(const char *name, size_t length)
{
    if (holds(name, length, "compare_exchange"))
        return ATOMIC_EXCHANGE_IF;
    if (holds(name, length, "fence"))
        return ATOMIC_FENCE;
    if (holds(name, length, "load"))
        return ATOMIC_LOAD;
    if (holds(name, length, "store") || holds(name, length, "clear"))
        return ATOMIC_STORE;
    return holds(name, length, "fetch") || holds(name, length, "exchange") || holds(name, length, "test_and_set") ? ATOMIC_UPDATE :
        ATOMIC_KINDS;
}

/* A function or macro of the language: others may do more than one thing, or nothing with what they are given. */
static bool is_of_language(const char *text, size_t at)
{
    static const char *const beginnings[] = {"atomic_", "__atomic_", "__c11_atomic_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (starts_with(text + at, beginnings[i]))
            return true;
    while (at > 0 && isspace((unsigned char)text[at - 1]))
        at--;
    return at > 0 && (text[at - 1] == '.' || (at > 1 && text[at - 1] == '>' && text[at - 2] == '-'));
}

/* Debug information names the call's name or its parenthesis, as the compiler likes, or that of a macro around it. Anything but a call of
 * this kind just there is left alone: an operator, another call in the line, which need not have been reached. */
static bool find_call(const struct source *s, const struct site *site, size_t *open)
{
    if (site->column <= 0 || (size_t)site->line > s->code.count || (size_t)site->column > strlen(s->code.at[site->line - 1]))
        return false;
    const char *text = s->code.at[site->line - 1];
    size_t name = (size_t)site->column - 1, end = name;
    if (text[name] != '(')
        for (; in_word(text[end]) || text[end] == ':'; end++)
            name = text[end] == ':' ? end + 1 : name;
    for (*open = end; text[*open] == ' ';)
        ++*open;
    if (end == name) {
        while (end > 0 && text[end - 1] == ' ')
            end--;
        for (name = end; name > 0 && in_word(text[name - 1]);)
            name--;
    }
    return text[*open] == '(' && kind_of_name(text + name, end - name) == site->kind && is_of_language(text, name);
}

/* --- changes ---------------------------------------------------------------------------------------------------------------- */

/* All orders have names of seven letters: what was found in the line is where it was. */
static void rename_order(struct source *s, const struct named *n, int order)
{
    char *line = s->changed.at[n->line], *word = format_text("%s", order_word((unsigned)order));
    for (char *c = word; n->capitals && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    s->changed.at[n->line] = format_text("%.*s%s%s", (int)n->at, line, word, line + n->at + n->length);
}

/* A compare-exchange that is given one order only has a failure that is as strong as that, and so stronger than it needs to be at most. */
static void change_site(struct source *s, const struct site *site, struct levels to)
{
    struct named named[MOST_NAMED];
    size_t open;
    if (!find_call(s, site, &open))
        return;
    size_t count = find_named(s, (size_t)site->line - 1, open, site->kind == ATOMIC_EXCHANGE_IF, named);
    bool two = site->kind == ATOMIC_EXCHANGE_IF && count == 2;
    if ((count != 1 && !two) || named[0].order != site->written.order)
        return;
    if (two ? named[1].order != site->written.failure : to.order == site->written.order)
        return;
    if (two)
        rename_order(s, &named[1], to.failure);
    rename_order(s, &named[0], to.order);
}

/* Where several operations of a kind are said to be, nobody knows which of them the source names. */
static bool is_alone(const struct trials *t, const struct site *site)
{
    for (size_t i = 0; i < t->sites.count; i++) {
        const struct site *other = &t->sites.at[i];
        if (other != site && other->file && strcmp(other->file, site->file) == 0 && other->line == site->line &&
            other->column == site->column && other->kind == site->kind)
            return false;
    }
    return true;
}

/* --- a diff ----------------------------------------------------------------------------------------------------------------- */

enum { CONTEXT = 3 };

static bool differs(const struct source *s, size_t line)
{
    return line < s->lines.count && s->lines.at[line] != s->changed.at[line];
}

/* The last line that differs with no more than twice the context between it and the one before. */
static size_t end_of_hunk(const struct source *s, size_t line)
{
    size_t last = line;
    for (; line < s->lines.count && line <= last + 2 * CONTEXT; line++)
        last = differs(s, line) ? line : last;
    return last;
}

static void print_line(const struct source *s, char mark, const struct strings *lines, size_t i, FILE *out)
{
    fprintf(out, "%c%s\n%s", mark, lines->at[i], i + 1 < lines->count || s->ends ? "" : "\\ No newline at end of file\n");
}

static void print_run(const struct source *s, size_t from, size_t end, FILE *out)
{
    for (size_t i = from; i < end; i++)
        print_line(s, '-', &s->lines, i, out);
    for (size_t i = from; i < end; i++)
        print_line(s, '+', &s->changed, i, out);
}

static void print_hunk(const struct source *s, size_t first, size_t last, FILE *out)
{
    size_t from = first > CONTEXT ? first - CONTEXT : 0, end = last + CONTEXT + 1 < s->lines.count ? last + CONTEXT + 1 : s->lines.count;
    fprintf(out, "@@ -%zu,%zu +%zu,%zu @@\n", from + 1, end - from, from + 1, end - from);
    for (size_t i = from; i < end;) {
        size_t run = i;
        while (run < end && differs(s, run))
            run++;
        print_run(s, i, run, out);
        if (run < end)
            print_line(s, ' ', &s->lines, run, out);
        i = run + 1;
    }
}

static void print_diff(const struct source *s, FILE *out)
{
    bool begun = false;
    for (size_t i = 0; i < s->lines.count; i++) {
        if (!differs(s, i))
            continue;
        bool relative = s->file[0] != '/';
        if (!begun)
            fprintf(out, "--- %s%s\n+++ %s%s\n", relative ? "a/" : "", s->file, relative ? "b/" : "", s->file);
        size_t last = end_of_hunk(s, i);
        print_hunk(s, i, last, out);
        begun = true;
        i = last;
    }
}

static bool is_changed(const struct trials *t, const struct orders_found *f, size_t i)
{
    const struct site *s = &t->sites.at[i];
    return s->file && s->line > 0 && !s->kept && !levels_equal(s->written, f->at[i].levels);
}

char *order_patch(const struct trials *t, const struct orders_found *f)
{
    struct strings done = {0};
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (size_t i = 0; out && i < f->count; i++) {
        struct source s;
        if (!is_changed(t, f, i) || strings_contain(&done, t->sites.at[i].file))
            continue;
        strings_add(&done, t->sites.at[i].file);
        if (!source_read(&s, t->sites.at[i].file))
            continue;
        for (size_t k = i; k < f->count; k++)
            if (is_changed(t, f, k) && strcmp(t->sites.at[k].file, s.file) == 0 && is_alone(t, &t->sites.at[k]))
                change_site(&s, &t->sites.at[k], f->at[k].levels);
        print_diff(&s, out);
    }
    if (!out || fclose(out) != 0)
        die("out of memory");
    return text;
}
