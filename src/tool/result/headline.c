/* headline.c - see headline.h. */
#include "tool/result/headline.h"

#include <ctype.h>
#include <string.h>

#include "tool/cli/util.h"

/* Beginning of the word that ends at `end`, or behind its last slash. */
static char *word_start(char *text, char *end, char before)
{
    while (end > text && !isspace((unsigned char)end[-1]) && end[-1] != before)
        end--;
    return end;
}

/* Is it a file's name, that a line may follow? An expression may have `a:1`, too. */
static bool is_file(const char *name, const char *end)
{
    return memchr(name, '.', (size_t)(end - name)) != NULL;
}

char *headline_lasting(const char *headline)
{
    char *text = format_text("%s", headline), *to = text;
    for (const char *from = headline; *from; from++) {
        char *name = *from == ':' && isdigit((unsigned char)from[1]) ? word_start(text, to, '/') : NULL;
        if (!name || !is_file(name, to)) {
            *to++ = *from;
            continue;
        }
        char *path = word_start(text, name, ' ');
        size_t length = (size_t)(to - name);
        memmove(path, name, length);
        to = path + length;
        while (isdigit((unsigned char)from[1]))
            from++;
    }
    *to = '\0';
    return text;
}
