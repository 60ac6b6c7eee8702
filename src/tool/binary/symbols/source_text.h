/* source_text.h - statements of the program, as its source has them. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_SOURCE_TEXT_H
#define MZ_TOOL_BINARY_SYMBOLS_SOURCE_TEXT_H

#include "tool/binary/symbols/symbols.h"

struct source_texts; /* files that were read before */

struct source_texts *source_texts_new(void);
void source_texts_free(struct source_texts *t);

/* The statement around the line that an instruction was compiled from: that line, with those before and after it that it goes on from and
 * on to. Code that was inlined: its own line. A new string; NULL if the source cannot be read. */
char *source_statement(struct source_texts *t, struct symbols *s, uint64_t pc);

#endif
