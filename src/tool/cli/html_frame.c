/* html_frame.c - see html_frame.h. */
#include "tool/cli/html_frame.h"

#include "tool/cli/printable.h"
#include "tool/cli/xml.h"

void html_begin(FILE *out, const char *title)
{
    static const char head[] =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
    static const char style[] =
        "</title>\n<style>\n"
        ":root { color-scheme: light dark; }\n"
        "body { font: 15px/1.45 sans-serif; margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; }\n"
        "h2 { margin-top: 2.2rem; font-size: 1.15rem; } nav a { margin-right: 0.8rem; }\n"
        "table { border-collapse: collapse; font-size: 13px; } .wide { overflow-x: auto; }\n"
        "th, td { border-bottom: 1px solid #8884; padding: 0.2rem 0.6rem; text-align: left; } .number { text-align: right; }\n"
        ".figures { display: flex; flex-wrap: wrap; gap: 1rem; } .figures svg { max-width: 100%; height: auto; }\n"
        "</style>\n</head>\n<body>\n";
    const char *text = xml_text(printable(title), false);
    fprintf(out, "%s%s%s<h1>%s</h1>\n", head, text, style, text);
}

void html_end(FILE *out)
{
    fputs("</body>\n</html>\n", out);
}
