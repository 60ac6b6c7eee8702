/* html_page.c - see html_page.h. */
#include "tool/report/html_page.h"

#include <stdio.h>
#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/cli/result_file.h"
#include "tool/report/html_sources.h"
#include "tool/report/report.h"
#include "tool/report/report_json.h"

/* The files of html/, as text that ends with a zero. They are found from where make runs. */
#define FILE_OF(name) ".incbin \"src/tool/report/html/" name "\"\n"
#define EMBED(name, files)                                                                        \
    __asm__(".pushsection .rodata\n" #name ":\n" files ".byte 0\n.popsection\n");                 \
    extern const char name[] __attribute__((visibility("hidden")))

EMBED(html_template, FILE_OF("page.html"));
EMBED(html_style, FILE_OF("page.css"));
EMBED(html_script, FILE_OF("model.js") FILE_OF("dom.js") FILE_OF("lanes.js") FILE_OF("source.js") FILE_OF("state.js")
    FILE_OF("explored.js") FILE_OF("page.js"));

/* In a script element nothing may look like the end of one or like a comment: `<` stands only in strings, where it can be written
 * otherwise. */
static int put_json(const char *text, size_t length, void *out)
{
    for (size_t i = 0; i < length; i++)
        if ((text[i] == '<' ? fputs("\\u003c", out) : fputc(text[i], out)) == EOF)
            return -1;
    return 0;
}

/* The template with `@style@`, `@data@` and `@script@` filled in. */
static void put_page(json_t *document, FILE *out)
{
    for (const char *at = html_template; *at;) {
        if (starts_with(at, "@data@"))
            json_dump_callback(document, put_json, out, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_PRESERVE_ORDER);
        else if (starts_with(at, "@style@"))
            fputs(html_style, out);
        else if (starts_with(at, "@script@"))
            fputs(html_script, out);
        else {
            fputc(*at++, out);
            continue;
        }
        at = strchr(at + 1, '@') + 1;
    }
}

int html_page_write(json_t *document, const char *program, const char *path)
{
    FILE *out = result_open(path);
    if (out) {
        put(document, "sources", html_sources(document, program));
        put_page(document, out);
    }
    json_decref(document);
    if (!out)
        return -1;
    return result_close(out);
}

int report_html(const struct report *r, const char *path)
{
    return html_page_write(report_document(r), r->program, path);
}
