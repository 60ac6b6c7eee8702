/* html_frame.h - the frame of pages of tables, which need nothing besides. */
#ifndef MZ_TOOL_CLI_HTML_FRAME_H
#define MZ_TOOL_CLI_HTML_FRAME_H

#include <stdio.h>

/* Up to the heading, which is the title. */
void html_begin(FILE *out, const char *title);
void html_end(FILE *out);

#endif
