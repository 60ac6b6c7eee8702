/* source_lines.c - see source_lines.h. */
#include "tool/report/source_lines.h"

#include <ctype.h>
#include <string.h>

#include "tool/cli/util.h"

struct source {
    struct source *next;
    const char    *file;
    struct strings lines; /* empty: it cannot be read */
};

static char *trimmed(char *line)
{
    size_t length;
    while (isspace((unsigned char)*line))
        line++;
    for (length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]); length--)
        line[length - 1] = '\0';
    return line;
}

static const struct source *source_of(const char *file)
{
    static struct source *known;
    for (struct source *s = known; s; s = s->next)
        if (strcmp(s->file, file) == 0)
            return s;
    struct source *s = allocate(sizeof *s);
    *s = (struct source){.next = known, .file = format_text("%s", file)};
    known = s;
    char *rest = read_whole_file(file, NULL), *line;
    while (rest && (line = strsep(&rest, "\n")) != NULL)
        strings_add(&s->lines, trimmed(line));
    return s;
}

const char *source_line(const char *file, int line)
{
    const struct source *s = file && line > 0 ? source_of(file) : NULL;
    return s && (size_t)line <= s->lines.count && s->lines.at[line - 1][0] ? s->lines.at[line - 1] : NULL;
}
