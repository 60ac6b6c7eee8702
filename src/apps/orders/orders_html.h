/* orders_html.h - findings of `mazurka orders` as a page for a browser. */
#ifndef MZ_APPS_ORDERS_ORDERS_HTML_H
#define MZ_APPS_ORDERS_ORDERS_HTML_H

#include <jansson.h>

/* Page of the document that is written as JSON, which is given up. The tool ends where it cannot be written. */
void orders_html(json_t *document, const char *path);

#endif
