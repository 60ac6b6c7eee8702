/* cc_assembly.c - see cc_assembly.h.
 *
 * The preprocessor's output is read word by word. Assembly counts if it has instructions that may access memory, and says
 * that it does: by a memory operand, by the clobber "memory", or by the address that an instruction names. Outside of functions all
 * instructions count; names of symbols there (`int f(void) __asm__("g")`) are declarations and follow a parenthesis or a name.
 */
#include "tool/compile/cc_assembly.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/assembly.h"

struct source {
    const char *at;
    char       *file;
    int         line, depth; /* depth: of braces */
    bool        of_the_system;
    char        before;      /* the last character that is no blank; 'a' for a word */
    struct strings places;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void step(struct source *s)
{
    s->line += *s->at++ == '\n';
}

/* # 12 "file.c" 2 3: the 3 stands for headers of the system, whose assembly is hardly ever compiled. */
static void read_marker(struct source *s)
{
    char *end;
    long line = strtol(s->at + 1, &end, 10);
    const char *name = strchr(end, '"'), *eol = strchr(s->at, '\n');
    const char *close = name ? strchr(name + 1, '"') : NULL;
    if (end != s->at + 1 && close && (!eol || close < eol)) {
        s->file = format_text("%.*s", (int)(close - name - 1), name + 1);
        s->line = (int)line - 1;
        const char *flag = strchr(close, '3');
        s->of_the_system = flag && (!eol || flag < eol);
    }
    while (*s->at && *s->at != '\n')
        s->at++;
}

/* A string or character literal; its content, with escapes for newlines and tabs undone, is appended to *text. */
static void read_literal(struct source *s, char **text)
{
    char quote = *s->at;
    step(s);
    while (*s->at && *s->at != quote) {
        char c = *s->at;
        if (c == '\\' && s->at[1]) {
            step(s);
            c = *s->at == 'n' ? '\n' : *s->at == 't' ? '\t' : *s->at;
        }
        if (text)
            *text = format_text("%s%c", *text, c);
        step(s);
    }
    if (*s->at)
        step(s);
}

/* --- what the assembly does -------------------------------------------------------------------------------------------- */

/* An operand's constraint that allows nothing but memory, or the clobber. */
static bool tells_of_memory(const char *constraint)
{
    if (strcmp(constraint, "memory") == 0)
        return true;
    for (; *constraint; constraint++)
        if (strchr("moVQ<>", *constraint))
            return true;
    return false;
}

/* From the opening parenthesis to the closing one. */
static bool accesses_memory(struct source *s, bool outside)
{
    char *code = format_text("%s", "");
    bool in_code = true, memory = outside;
    int depth = 0;
    do {
        if (*s->at == '"') {
            char *text = format_text("%s", "");
            read_literal(s, in_code ? &code : &text);
            memory |= !in_code && depth == 1 && tells_of_memory(text);
            continue;
        }
        depth += (*s->at == '(') - (*s->at == ')');
        in_code &= *s->at != ':' && *s->at != ',';
        step(s);
    } while (*s->at && depth > 0);
    return (memory && assembly_does_something(code)) || assembly_accesses_memory(code);
}

/* --- the source -------------------------------------------------------------------------------------------------------- */

static bool is_asm(const char *word, size_t length)
{
    static const char *const names[] = {"asm", "__asm", "__asm__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return true;
    return false;
}

static void read_assembly(struct source *s, char before)
{
    int line = s->line;
    while (isspace((unsigned char)*s->at) || is_word(*s->at)) /* volatile, goto, inline */
        step(s);
    bool statement = s->depth > 0 || before == ';' || before == '}' || before == '\0';
    if (*s->at != '(' || !accesses_memory(s, s->depth == 0) || !statement || s->of_the_system)
        return;
    char *place = format_text("%s:%d", s->file, line);
    if (!strings_contain(&s->places, place))
        strings_add(&s->places, place);
}

static void pass_word(struct source *s)
{
    const char *start = s->at;
    char before = s->before;
    while (is_word(*s->at))
        s->at++;
    s->before = 'a';
    if (is_asm(start, (size_t)(s->at - start)))
        read_assembly(s, before);
}

struct strings assembly_places(const char *preprocessed)
{
    struct source s = {.at = preprocessed, .file = format_text("?"), .line = 1};
    while (*s.at) {
        bool starts_line = s.at == preprocessed || s.at[-1] == '\n';
        if (*s.at == '#' && starts_line) {
            read_marker(&s);
        } else if (*s.at == '"' || *s.at == '\'') {
            read_literal(&s, NULL);
            s.before = '"';
        } else if (is_word(*s.at)) {
            pass_word(&s);
        } else {
            s.depth += (*s.at == '{') - (*s.at == '}');
            s.before = isspace((unsigned char)*s.at) ? s.before : *s.at;
            step(&s);
        }
    }
    return s.places;
}
