/* html_sources.h - the source that a result speaks of, to be quoted beside it. */
#ifndef MZ_TOOL_REPORT_HTML_SOURCES_H
#define MZ_TOOL_REPORT_HTML_SOURCES_H

#include <jansson.h>

/* An object with a member for each file that a place in the document names: `pieces`, each with its first `line` and its `lines`, those
 * around the places; `newer` if the file was changed after the program was built; `missing`, a sentence, where it cannot be quoted. */
json_t *html_sources(json_t *document, const char *program);

#endif
