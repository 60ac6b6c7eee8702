/* response.c - @FILE on a compiler's command line stands for the arguments in FILE: words separated by white space,
 * with quotes and backslashes as in a shell. An @FILE that cannot be read is an ordinary argument. Files may name
 * further files.
 */
#include <ctype.h>
#include <string.h>

#include "tool/compile/cc.h"

enum { MAX_NESTING = 64 };

/* The word at *at, which is not white space; *at moves behind it. */
static char *read_word(const char **at)
{
    const char *in = *at;
    char *word = allocate(strlen(in) + 1), *out = word, quote = '\0';
    for (; *in && (quote || !isspace((unsigned char)*in)); in++) {
        if (*in == '\\' && in[1])
            *out++ = *++in;
        else if (quote && *in == quote)
            quote = '\0';
        else if (!quote && (*in == '\'' || *in == '"'))
            quote = *in;
        else
            *out++ = *in;
    }
    *at = in;
    return resize(word, (size_t)(out - word) + 1);
}

static void expand(struct strings *out, const char *argument, int nesting)
{
    char *content = argument[0] == '@' && argument[1] ? read_whole_file(argument + 1, NULL) : NULL;
    if (!content) {
        strings_add(out, argument);
        return;
    }
    if (nesting == MAX_NESTING)
        die("response file %s: files name each other more than %d deep", argument, MAX_NESTING);
    for (const char *at = content;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            break;
        expand(out, read_word(&at), nesting + 1);
    }
}

void response_expand(struct strings *out, const struct strings *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        expand(out, arguments->at[i], 0);
}
