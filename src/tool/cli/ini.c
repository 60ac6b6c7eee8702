/* ini.c - see ini.h. */
#include "tool/cli/ini.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct ini *ini;
    const char *path;
    const char *section, *name;
    size_t      line;
    char      **why;
};

static bool wrong(const struct reader *r, const char *what)
{
    *r->why = format_text("%s:%zu: %s", r->path, r->line, what);
    return false;
}

/* In place. */
static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static void add(struct reader *r, const char *key, const char *value)
{
    struct ini *ini = r->ini;
    ini->at = resize(ini->at, (ini->count + 1) * sizeof *ini->at);
    ini->at[ini->count++] = (struct ini_entry){r->section, r->name, key, value, r->line};
}

/* [word] or [word name] */
static bool read_section(struct reader *r, char *text)
{
    size_t length = strlen(text);
    if (text[length - 1] != ']')
        return wrong(r, "a section ends with ]");
    text[length - 1] = '\0';
    char *word = trim(text + 1);
    size_t end = strcspn(word, " \t");
    char *name = trim(word + end);
    word[end] = '\0';
    size_t quoted = strlen(name);
    if (quoted >= 2 && name[0] == '"' && name[quoted - 1] == '"') {
        name[quoted - 1] = '\0';
        name++;
    }
    if (!*word)
        return wrong(r, "a section without a name");
    r->section = format_text("%s", word);
    r->name = format_text("%s", name);
    add(r, NULL, NULL);
    return true;
}

/* A value that goes on. */
static bool read_more(struct reader *r, const char *text)
{
    struct ini_entry *last = r->ini->count ? &r->ini->at[r->ini->count - 1] : NULL;
    if (!last || !last->key)
        return wrong(r, "a line that begins with a blank goes on with the value before it, and there is none");
    last->value = format_text("%s%s%s", last->value, *last->value ? " " : "", text);
    return true;
}

/* The entry of this section, which may be in the file in several pieces, with the key. */
static const struct ini_entry *given_before(const struct reader *r, const char *key)
{
    for (size_t i = 0; i < r->ini->count; i++) {
        const struct ini_entry *e = &r->ini->at[i];
        if (e->key && strcmp(e->key, key) == 0 && strcmp(e->section, r->section) == 0 && strcmp(e->name, r->name) == 0)
            return e;
    }
    return NULL;
}

static bool read_entry(struct reader *r, char *text)
{
    char *equals = strchr(text, '=');
    if (!equals)
        return wrong(r, "this is neither [section] nor key = value");
    *equals = '\0';
    const char *key = trim(text);
    if (!*key)
        return wrong(r, "a value without a key");
    if (!r->section)
        return wrong(r, "a key before the first [section]");
    const struct ini_entry *before = given_before(r, key);
    if (before)
        return wrong(r, format_text("'%s' is in line %zu already: which of them is meant?", key, before->line));
    add(r, format_text("%s", key), format_text("%s", trim(equals + 1)));
    return true;
}

static bool read_line(struct reader *r, char *line)
{
    bool indented = isspace((unsigned char)line[0]);
    char *text = trim(line);
    if (!*text || *text == '#' || *text == ';')
        return true;
    if (*text == '[')
        return read_section(r, text);
    return indented ? read_more(r, text) : read_entry(r, text);
}

bool ini_read(const char *path, const char *text, size_t length, struct ini *ini, char **why)
{
    struct reader r = {.ini = ini, .path = path, .why = why};
    bool good = true;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) /* the mark of some editors */
        text += 3, length -= 3;
    if (memchr(text, '\0', length)) {
        r.line = 1;
        return wrong(&r, "this is not a text file");
    }
    for (size_t at = 0; at < length && good;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - (text + at)) : length - at;
        char *line = allocate(size + 1);
        memcpy(line, text + at, size);
        r.line++;
        good = read_line(&r, line);
        free(line);
        at += size + 1;
    }
    return good;
}

void ini_free(struct ini *ini)
{
    free(ini->at);
    *ini = (struct ini){0};
}

/* --- words ------------------------------------------------------------------------------------------------------------- */

/* The quoted part that begins at *at, into `word`. */
static bool read_quoted(const char **at, char *word, size_t *used)
{
    char quote = *(*at)++;
    while (**at && **at != quote) {
        if (quote == '"' && **at == '\\' && ((*at)[1] == '"' || (*at)[1] == '\\'))
            ++*at;
        word[(*used)++] = *(*at)++;
    }
    if (**at != quote)
        return false;
    ++*at;
    return true;
}

bool ini_words(const char *value, struct strings *words, const char **wrong_with)
{
    const char *at = value;
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            return true;
        char *word = allocate(strlen(at) + 1);
        size_t used = 0;
        while (*at && !isspace((unsigned char)*at)) {
            if (*at == '\'' || *at == '"') {
                if (!read_quoted(&at, word, &used)) {
                    *wrong_with = "a quote has no end";
                    free(word);
                    return false;
                }
            } else {
                at += *at == '\\' && at[1];
                word[used++] = *at++;
            }
        }
        strings_add(words, word);
    }
}
