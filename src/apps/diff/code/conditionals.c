/* conditionals.c - see conditionals.h. */
#include "apps/diff/code/conditionals.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

struct conditional {
    size_t parent; /* as in `around` */
    bool   guard;  /* against including the file twice: all of the file is in it */
    bool   code;   /* the program has code of it */
};

/* The word of a directive: "ifdef"; NULL: the line is none. */
static const char *directive(const char *line)
{
    line += strspn(line, " \t");
    return *line == '#' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

static bool is_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && !isalnum((unsigned char)text[length]) && text[length] != '_';
}

static bool is_one(const char *text, const char *const words[])
{
    for (; *words; words++)
        if (is_word(text, *words))
            return true;
    return false;
}

/* #ifndef X as the first line with code, #define X as the second. */
static size_t guard_of(const struct code_text *t)
{
    size_t found[2] = {0}, count = 0;
    for (size_t n = 1; n <= t->count && count < 2; n++)
        if (code_text_has_code(t, n))
            found[count++] = n;
    const char *first = count == 2 ? directive(t->line[found[0]]) : NULL, *second = count == 2 ? directive(t->line[found[1]]) : NULL;
    return first && second && is_one(first, (const char *const[]){"ifndef", "if", NULL}) && is_word(second, "define") ? found[0] : 0;
}

static size_t begin(struct conditionals *c, size_t parent, bool guard)
{
    c->at = resize(c->at, (c->count + 1) * sizeof *c->at);
    c->at[c->count++] = (struct conditional){.parent = parent, .guard = guard};
    return c->count;
}

struct conditionals conditionals_of(const struct code_text *t, const struct source_file *file)
{
    static const char *const begins[] = {"if", "ifdef", "ifndef", NULL}, *const goes_on[] = {"elif", "elifdef", "elifndef", "else", NULL};
    struct conditionals c = {.around = allocate((t->count + 1) * sizeof *c.around), .lines = t->count};
    size_t guard = guard_of(t), now = 0;
    for (size_t n = 1; n <= t->count; n++) {
        const char *word = directive(t->line[n]);
        if (word && is_one(word, begins))
            now = begin(&c, now, n == guard);
        else if (word && now && is_one(word, goes_on))
            now = begin(&c, c.at[now - 1].parent, false);
        c.around[n] = now;
        if (word && now && is_word(word, "endif"))
            now = c.at[now - 1].parent;
        for (size_t k = file && n < file->lines && file->code[n] ? now : 0; k && !c.at[k - 1].code; k = c.at[k - 1].parent)
            c.at[k - 1].code = true;
    }
    return c;
}

bool conditionals_hide(const struct conditionals *c, size_t line)
{
    for (size_t k = line <= c->lines ? c->around[line] : 0; k; k = c->at[k - 1].parent)
        if (!c->at[k - 1].code && !c->at[k - 1].guard)
            return true;
    return false;
}

void conditionals_free(struct conditionals *c)
{
    free(c->at);
    free(c->around);
    *c = (struct conditionals){0};
}
