/* html_page.h - a result as one page for a browser: the document of report_json.h, the sources that it speaks of, and what shows them
 * (html/), which the tool carries with it. The page needs nothing else, and no network. */
#ifndef MZ_TOOL_REPORT_HTML_PAGE_H
#define MZ_TOOL_REPORT_HTML_PAGE_H

#include <jansson.h>

/* To a file, or to stdout for "-", and the document is given up. `program` is the path of what was checked. 0, or -1 with errno set. */
int html_page_write(json_t *document, const char *program, const char *path);

#endif
