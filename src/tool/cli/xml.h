/* xml.h - text in XML. */
#ifndef MZ_TOOL_CLI_XML_H
#define MZ_TOOL_CLI_XML_H

#include <stdbool.h>

/* `text` as XML has it, where newlines are kept or, in an attribute, would become spaces. A new string. */
char *xml_text(const char *text, bool attribute);

/* Text that a program may have written, for an attribute; its lines stay lines. */
char *xml_line(const char *text);

#endif
