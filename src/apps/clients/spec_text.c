/* spec_text.c - see spec_text.h. */
#include "apps/clients/spec_text.h"

#include <ctype.h>
#include <string.h>

#include "tool/cli/util.h"

/* Behind the string or character that begins here. */
static const char *past_quote(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static const char *past_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static bool is_comment(const char *at)
{
    return at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

static size_t lines_between(const char *from, const char *to)
{
    size_t lines = 0;
    for (; from < to; from++)
        lines += *from == '\n';
    return lines;
}

char *spec_trim(const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text))
        text++, length--;
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return format_text("%.*s", (int)length, text);
}

char *spec_word(const char **text)
{
    const char *at = *text + strspn(*text, " \t\n\r");
    size_t length = strcspn(at, " \t\n\r");
    *text = at + length;
    return length ? format_text("%.*s", (int)length, at) : NULL;
}

const char *spec_find(const char *text, char stop)
{
    int depth = 0;
    for (const char *at = text; *at;) {
        if (depth == 0 && *at == stop)
            return at;
        if (is_comment(at)) {
            at = past_comment(at);
        } else if (*at == '"' || *at == '\'') {
            at = past_quote(at);
        } else {
            depth += strchr("([{", *at) != NULL;
            depth -= depth > 0 && strchr(")]}", *at) != NULL;
            at++;
        }
    }
    return NULL;
}

static const char *past_blanks(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\n\r;");
        if (*at == '#')
            at += strcspn(at, "\n");
        else if (is_comment(at))
            at = past_comment(at);
        else
            return at;
    }
}

/* The brace that closes the one here. */
static const char *past_block(const char *open)
{
    const char *end = spec_find(open + 1, '}');
    return end ? end + 1 : NULL;
}

static bool is_code(const char *at)
{
    return starts_with(at, "code") && at[4 + strspn(at + 4, " \t\n\r")] == '{';
}

/* Comments become blanks. */
static char *without_comments(const char *from, const char *to)
{
    char *text = format_text("%.*s", (int)(to - from), from);
    for (char *at = text; *at;) {
        const char *end = is_comment(at) ? past_comment(at) : at;
        if (*at == '"' || *at == '\'')
            at = (char *)past_quote(at);
        else if (end == at)
            at++;
        while (at < end) {
            *at = *at == '\n' ? '\n' : ' ';
            at++;
        }
    }
    return spec_trim(text, strlen(text));
}

char *spec_statement(struct spec_text *t, size_t *line)
{
    const char *from = past_blanks(t->at), *to;
    *line = t->line += lines_between(t->at, from);
    t->at = from;
    if (!*from)
        return NULL;
    bool code = is_code(from);
    to = code ? past_block(strchr(from, '{')) : spec_find(from, ';');
    if (!to)
        die("%s:%zu: this has no end: %s is missing", t->path, *line, code ? "a brace, }," : "a semicolon");
    t->line += lines_between(from, to);
    t->at = to;
    return code ? spec_trim(from, (size_t)(to - from)) : without_comments(from, to);
}
