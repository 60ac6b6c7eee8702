/* spec_text.h - the statements of a specification, one after the other, without comments, each with its line. */
#ifndef MZ_APPS_CLIENTS_SPEC_TEXT_H
#define MZ_APPS_CLIENTS_SPEC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct spec_text {
    const char *path;
    const char *at;
    size_t      line;
};

/* The next one, without its semicolon, a new string; NULL at the end. A statement `code { ... }` ends with its brace, and keeps its
 * comments. */
char *spec_statement(struct spec_text *text, size_t *line);

/* Behind the part of `text` that ends with `stop` outside of parentheses, brackets, braces and quotes: NULL if it does not come. */
const char *spec_find(const char *text, char stop);

char *spec_trim(const char *text, size_t length); /* a new string */

/* The first word of *text, a new string, with *text behind it; NULL if there is none. */
char *spec_word(const char **text);

#endif
