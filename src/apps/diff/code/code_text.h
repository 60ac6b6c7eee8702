/* code_text.h - a C or C++ file without its comments, line by line: what of an edit is code.
 *
 * Not a compiler: macros are not expanded, and what is inside of `#if 0` counts as code. */
#ifndef MZ_APPS_DIFF_CODE_TEXT_H
#define MZ_APPS_DIFF_CODE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Lines have the numbers 1 to `count`. */
struct code_text {
    char  *text;  /* of the same length as the file; comments are blanks, newlines are where they were */
    char **line;  /* line[n]: its beginning, ended by NUL; line[0] is "" */
    size_t count;
};

struct code_text code_text_of(const char *file, size_t length);
void code_text_free(struct code_text *t);

/* The tokens of lines `from` to `to`, both included: blanks are left out but for one between two words. Lines that are not there are
 * empty. A new string. */
char *code_text_tokens(const struct code_text *t, size_t from, size_t to);

/* Does the line have code, or only blanks and comments? */
bool code_text_has_code(const struct code_text *t, size_t line);

/* Is it an #include? */
bool code_text_includes(const struct code_text *t, size_t line);

/* File that the line includes (a new string), and whether it stands in quotes; NULL: nothing, or what a macro says. */
char *code_text_included(const struct code_text *t, size_t line, bool *quoted);

/* The statement that lines `from` to `to` are part of, as far as semicolons, braces and lines of the preprocessor tell: the range grows. */
void code_text_statement(const struct code_text *t, size_t *from, size_t *to);

/* The name that a line defines as a macro, a new string; NULL if it defines none. */
char *code_text_macro(const struct code_text *t, size_t line);

/* Number of words, in the tokens, of calls that make threads wait for each other. */
size_t code_text_synchronizations(const char *tokens);

/* Is the word somewhere in the line, by itself? */
bool code_text_mentions(const struct code_text *t, size_t line, const char *word);

#endif
