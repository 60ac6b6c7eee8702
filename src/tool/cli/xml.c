/* xml.c - see xml.h. */
#include "tool/cli/xml.h"

#include <stdio.h>

#include "tool/cli/printable.h"
#include "tool/cli/util.h"

char *xml_text(const char *text, bool attribute)
{
    char *out;
    size_t length;
    FILE *to = open_memstream(&out, &length);
    if (!to)
        die("out of memory");
    for (const char *c = text; *c; c++) {
        switch (*c) {
        case '&':  fputs("&amp;", to); break;
        case '<':  fputs("&lt;", to); break;
        case '>':  fputs("&gt;", to); break;
        case '"':  fputs("&quot;", to); break;
        case '\n': fputs(attribute ? "&#10;" : "\n", to); break;
        default:   fputc(*c, to);
        }
    }
    if (fclose(to) != 0)
        die("out of memory");
    return out;
}

char *xml_line(const char *text)
{
    return xml_text(printable_lines(text), true);
}
