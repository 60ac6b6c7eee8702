/* order_patch.c - see order_patch.h. A statement is changed only where it names just the orders that the operation has. */
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
};

static bool source_read(struct source *s, const char *file)
{
    char *text = file ? read_whole_file(file, NULL) : NULL;
    *s = (struct source){.file = file};
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        char *line = format_text("%.*s", (int)length, text);
        strings_add(&s->lines, line);
        strings_add(&s->changed, line);
        text += length + (text[length] == '\n');
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

/* Those of the statement that begins in a line, up to where its parentheses are closed; MOST_NAMED: that many, or more. */
static size_t find_named(const struct source *s, size_t first, struct named named[MOST_NAMED])
{
    size_t count = 0;
    int depth = 0;
    for (size_t l = first; l < s->lines.count && l < first + MOST_LINES; l++) {
        const char *text = s->lines.at[l];
        for (size_t i = 0; text[i]; i++) {
            depth += (text[i] == '(') - (text[i] == ')');
            struct named one = {.line = l};
            if ((i == 0 || !in_word(text[i - 1])) && read_named(text, i, &one)) {
                if (count == MOST_NAMED - 1)
                    return MOST_NAMED;
                named[count++] = one;
            }
        }
        if (depth <= 0)
            break;
    }
    return count;
}

/* --- changes ---------------------------------------------------------------------------------------------------------------- */

/* What was changed before on its line lies behind it. */
static void rename_order(struct source *s, const struct named *n, int order)
{
    char *line = s->changed.at[n->line], *word = format_text("%s", order_word((unsigned)order));
    for (char *c = word; n->capitals && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    s->changed.at[n->line] = format_text("%.*s%s%s", (int)n->at, line, word, line + n->at + n->length);
}

/* What a compare-exchange has that is given one order only. */
static int failure_of(int order)
{
    return order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : order;
}

static void change_site(struct source *s, const struct site *site, struct levels to)
{
    struct named named[MOST_NAMED];
    size_t count = find_named(s, (size_t)site->line - 1, named);
    bool two = site->kind == ATOMIC_EXCHANGE_IF && count == 2;
    if ((count != 1 && !two) || named[0].order != site->written.order)
        return;
    if (two ? named[1].order != site->written.failure : site->kind == ATOMIC_EXCHANGE_IF && failure_of(to.order) != to.failure)
        return;
    if (two)
        rename_order(s, &named[1], to.failure);
    rename_order(s, &named[0], to.order);
}

static bool is_alone(const struct trials *t, const struct site *site)
{
    for (size_t i = 0; i < t->sites.count; i++) {
        const struct site *other = &t->sites.at[i];
        if (other != site && other->file && strcmp(other->file, site->file) == 0 && other->line == site->line)
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

static void print_run(const struct source *s, size_t from, size_t end, FILE *out)
{
    for (size_t i = from; i < end; i++)
        fprintf(out, "-%s\n", s->lines.at[i]);
    for (size_t i = from; i < end; i++)
        fprintf(out, "+%s\n", s->changed.at[i]);
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
            fprintf(out, " %s\n", s->lines.at[run]);
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
