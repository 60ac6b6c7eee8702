/* assert_text.c - see assert_text.h. */
#include "tool/binary/asserts/assert_text.h"

#include <ctype.h>
#include <string.h>

#include "tool/cli/util.h"

struct reader {
    const char *at;
    int         line;
    int         hidden;  /* #if inside of #if 0, itself included */
    struct assert_text found;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void step(struct reader *r)
{
    r->line += *r->at == '\n';
    r->at++;
}

static void pass_until(struct reader *r, const char *end)
{
    while (*r->at && strncmp(r->at, end, strlen(end)) != 0)
        step(r);
    for (size_t i = 0; *r->at && end[i]; i++)
        step(r);
}

static void pass_literal(struct reader *r)
{
    char quote = *r->at;
    for (step(r); *r->at && *r->at != quote && *r->at != '\n'; step(r))
        if (*r->at == '\\' && r->at[1])
            step(r);
    if (*r->at == quote)
        step(r);
}

/* Is the text at `at` this word, and no longer one? */
static bool is_at(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && !is_word(at[length]);
}

static const char *behind_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* At a # that begins a line. */
static void read_directive(struct reader *r)
{
    const char *word = behind_blanks(r->at + 1);
    if (r->hidden) {
        r->hidden += strncmp(word, "if", 2) == 0;
        r->hidden -= is_at(word, "endif");
        if (r->hidden == 1 && (is_at(word, "else") || is_at(word, "elif")))
            r->hidden = 0;
    } else if (is_at(word, "if") && is_at(behind_blanks(word + 2), "0")) {
        r->hidden = 1;
    } else if (is_at(word, "define") && is_at(behind_blanks(word + strlen("define")), "assert")) {
        r->found.defines = true;
    }
    while (*r->at && *r->at != '\n') {
        if (*r->at == '\\' && r->at[1])
            step(r);
        step(r);
    }
}

/* Something that is no number, no type and no operator: what is left of assert(sizeof(int) == 4) when it is compiled is nothing. */
static bool is_constant(const char *argument)
{
    static const char *const known[] = {"sizeof", "true", "int", "long", "short", "char", "unsigned", "void", "double", "float", NULL};
    int depth = 1;
    bool is_false = is_at(argument, "0") || is_at(argument, "false") || *argument == '!';
    for (const char *at = argument; *at && depth > 0; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!isalpha((unsigned char)*at) && *at != '_')
            continue;
        size_t length = 0;
        while (is_word(at[length]))
            length++;
        if (!(at > argument && is_word(at[-1])) && !is_one_of(format_text("%.*s", (int)length, at), known))
            return false;
        at += length - 1;
    }
    return !is_false;
}

static void read_word(struct reader *r)
{
    const char *start = r->at;
    while (is_word(*r->at))
        step(r);
    const char *behind = behind_blanks(r->at);
    if (!is_at(start, "assert") || *behind != '(' || is_constant(behind_blanks(behind + 1)))
        return;
    r->found.lines = resize(r->found.lines, (r->found.count + 1) * sizeof *r->found.lines);
    r->found.lines[r->found.count++] = r->line;
}

struct assert_text assert_text_of(const char *text)
{
    struct reader r = {.at = text, .line = 1};
    bool line_begins = true;
    while (*r.at) {
        char c = *r.at;
        if (c == '#' && line_begins)
            read_directive(&r);
        else if (strncmp(r.at, "/*", 2) == 0)
            pass_until(&r, "*/");
        else if (strncmp(r.at, "//", 2) == 0)
            pass_until(&r, "\n");
        else if (r.hidden || !(c == '"' || c == '\'' || is_word(c)))
            step(&r);
        else if (c == '"' || c == '\'')
            pass_literal(&r);
        else
            read_word(&r);
        line_begins = r.at[-1] == '\n' || (line_begins && isspace((unsigned char)r.at[-1]));
    }
    return r.found;
}
