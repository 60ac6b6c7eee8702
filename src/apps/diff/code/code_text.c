/* code_text.c - see code_text.h. */
#include "apps/diff/code/code_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

/* --- comments ---------------------------------------------------------------------------------------------------------- */

struct scanner {
    char  *text;
    size_t length, at;
};

static char look(const struct scanner *s, size_t ahead)
{
    return s->at + ahead < s->length ? s->text[s->at + ahead] : '\0';
}

static void blank(struct scanner *s)
{
    if (s->at < s->length && s->text[s->at] != '\n')
        s->text[s->at] = ' ';
    s->at++;
}

/* Up to the end of the line, or of the last of several lines that a backslash joins. */
static void blank_line_comment(struct scanner *s)
{
    while (s->at < s->length && look(s, 0) != '\n') {
        bool joined = look(s, 0) == '\\' && look(s, 1) == '\n';
        blank(s);
        if (joined)
            s->at++;
    }
}

static void blank_comment(struct scanner *s)
{
    blank(s);
    blank(s);
    while (s->at < s->length && !(look(s, 0) == '*' && look(s, 1) == '/'))
        blank(s);
    blank(s);
    blank(s);
}

/* A literal that lacks its end ends with the line, so that one mistake does not hide the rest of the file. */
static void pass_literal(struct scanner *s)
{
    char quote = look(s, 0);
    s->at++;
    while (s->at < s->length && look(s, 0) != quote && look(s, 0) != '\n')
        s->at += look(s, 0) == '\\' && s->at + 1 < s->length ? 2 : 1;
    s->at += s->at < s->length && look(s, 0) == quote;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* R"x(…)x" */
static bool begins_raw_string(const struct scanner *s)
{
    return look(s, 0) == '"' && s->at > 0 && s->text[s->at - 1] == 'R' &&
           (s->at < 2 || !is_word(s->text[s->at - 2]) || strchr("8uUL", s->text[s->at - 2]));
}

static void pass_raw_string(struct scanner *s)
{
    enum { LONGEST = 16 };
    size_t mark = s->at + 1, length = 0;
    while (length <= LONGEST && mark + length < s->length && s->text[mark + length] != '(')
        length++;
    if (length > LONGEST || mark + length >= s->length) {
        pass_literal(s);
        return;
    }
    for (s->at = mark + length + 1; s->at < s->length; s->at++) {
        if (look(s, 0) == ')' && s->length - s->at > length + 1 && memcmp(s->text + s->at + 1, s->text + mark, length) == 0 &&
            s->text[s->at + 1 + length] == '"') {
            s->at += length + 2;
            return;
        }
    }
}

/* 1'000'000 is a number of C++: is the quote at `at` one inside of a number? */
static bool is_separator(const char *text, size_t at)
{
    size_t from = at;
    while (from > 0 && (is_word(text[from - 1]) || text[from - 1] == '\''))
        from--;
    return from < at && isdigit((unsigned char)text[from]);
}

static void drop_comments(struct scanner *s)
{
    while (s->at < s->length) {
        char c = look(s, 0);
        if (c == '/' && look(s, 1) == '/')
            blank_line_comment(s);
        else if (c == '/' && look(s, 1) == '*')
            blank_comment(s);
        else if (begins_raw_string(s))
            pass_raw_string(s);
        else if (c == '"' || (c == '\'' && !is_separator(s->text, s->at)))
            pass_literal(s);
        else
            s->at++;
    }
}

/* --- lines ------------------------------------------------------------------------------------------------------------- */

struct code_text code_text_of(const char *file, size_t length)
{
    struct code_text t = {.text = allocate(length + 1)};
    if (length)
        memcpy(t.text, file, length);
    for (size_t i = 0; i < length; i++)
        if (t.text[i] == '\0' || t.text[i] == '\r')
            t.text[i] = ' ';
    struct scanner s = {.text = t.text, .length = length};
    drop_comments(&s);
    size_t room = 2;
    for (size_t i = 0; i < length; i++)
        room += t.text[i] == '\n';
    t.line = allocate((room + 1) * sizeof *t.line);
    t.line[0] = t.text + length;
    for (char *at = t.text; at < t.text + length;) {
        char *end = memchr(at, '\n', (size_t)(t.text + length - at));
        t.line[++t.count] = at;
        if (!end)
            break;
        *end = '\0';
        at = end + 1;
    }
    return t;
}

void code_text_free(struct code_text *t)
{
    free(t->text);
    free(t->line);
    *t = (struct code_text){0};
}

static const char *line_of(const struct code_text *t, size_t n)
{
    return n >= 1 && n <= t->count ? t->line[n] : "";
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

bool code_text_has_code(const struct code_text *t, size_t line)
{
    return *skip_blanks(line_of(t, line)) != '\0';
}

static bool is_directive(const char *line)
{
    return *skip_blanks(line) == '#';
}

/* Do two letters mean something else without the blank between them? a + +b, a < :b; in a directive also F (x). */
static bool are_apart(char a, char b, bool in_directive)
{
    static const char operators[] = "+-*/%&|^<>=!:#.";
    return (is_word(a) && (is_word(b) || (in_directive && b == '('))) || (strchr(operators, a) && strchr(operators, b));
}

/* Outside of literals blanks mean something between some letters only. Within literals they are kept. */
char *code_text_tokens(const struct code_text *t, size_t from, size_t to)
{
    size_t room = 1, used = 0;
    to = to > t->count ? t->count : to;
    for (size_t n = from; n <= to; n++)
        room += strlen(line_of(t, n)) + 1;
    char *tokens = allocate(room);
    bool gap = false;
    for (size_t n = from; n <= to; n++, gap = true) {
        char quote = '\0';
        bool in_directive = is_directive(line_of(t, n));
        for (const char *at = line_of(t, n); *at; at++) {
            if (!quote && isspace((unsigned char)*at)) {
                gap = true;
                continue;
            }
            if (gap && used && are_apart(tokens[used - 1], *at, in_directive))
                tokens[used++] = ' ';
            gap = false;
            tokens[used++] = *at;
            if (quote && *at == '\\' && at[1])
                tokens[used++] = *++at;
            else if (quote)
                quote = *at == quote ? '\0' : quote;
            else
                quote = *at == '"' || (*at == '\'' && !is_separator(tokens, used - 1)) ? *at : '\0';
        }
    }
    return tokens;
}

/* --- statements -------------------------------------------------------------------------------------------------------- */

bool code_text_includes(const struct code_text *t, size_t line)
{
    const char *text = line_of(t, line);
    return is_directive(text) && starts_with(skip_blanks(skip_blanks(text) + 1), "include");
}

char *code_text_included(const struct code_text *t, size_t line, bool *quoted)
{
    const char *from = code_text_includes(t, line) ? strpbrk(line_of(t, line), "\"<") : NULL, *to = from ? strpbrk(from + 1, "\">") : NULL;
    *quoted = from && *from == '"';
    return to ? format_text("%.*s", (int)(to - from - 1), from + 1) : NULL;
}

/* Does something end with this line, so that the next one begins anew? Empty lines are passed over by who asks. */
static bool ends_statement(const char *line)
{
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return is_directive(line) || (length && strchr(";{}:", line[length - 1]));
}

void code_text_statement(const struct code_text *t, size_t *from, size_t *to)
{
    while (*from > 1 && *from <= t->count + 1 && !ends_statement(line_of(t, *from - 1)) && !is_directive(line_of(t, *from)))
        --*from;
    while (*from < *to && !code_text_has_code(t, *from))
        ++*from;
    while (*to >= 1 && *to < t->count && !ends_statement(line_of(t, *to)))
        ++*to;
}

/* --- macros ------------------------------------------------------------------------------------------------------------ */

/* A line that goes on behind a backslash belongs to the directive before it. */
static size_t directive_of(const struct code_text *t, size_t n)
{
    while (n > 1) {
        const char *before = line_of(t, n - 1);
        size_t length = strlen(before);
        while (length && isspace((unsigned char)before[length - 1]))
            length--;
        if (!length || before[length - 1] != '\\')
            break;
        n--;
    }
    return n;
}

char *code_text_macro(const struct code_text *t, size_t line)
{
    const char *at = skip_blanks(line_of(t, directive_of(t, line)));
    if (*at != '#')
        return NULL;
    at = skip_blanks(at + 1);
    if (strncmp(at, "define", 6) != 0 && strncmp(at, "undef", 5) != 0)
        return NULL;
    at = skip_blanks(at + (*at == 'd' ? 6 : 5));
    size_t length = 0;
    while (is_word(at[length]))
        length++;
    return length ? format_text("%.*s", (int)length, at) : NULL;
}

bool code_text_mentions(const struct code_text *t, size_t line, const char *word)
{
    const char *text = line_of(t, line);
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
            return true;
    return false;
}

size_t code_text_synchronizations(const char *tokens)
{
    static const char *const words[] = {"lock", "wait", "signal", "broadcast", "join", "create", "post", "barrier", "atomic", "once",
        "notify", "store", "exchange", "fetch", "fence"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = tokens; (at = strstr(at, words[i])); at += strlen(words[i]))
            count++;
    return count;
}
