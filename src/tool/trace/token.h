/* token.h - a trace as one word, to be pasted: mz1- and letters that no shell and no chat minds (base64url).
 *
 * It is the text of a trace file without what is of use on one machine only, squeezed; its checksum is the trace's. */
#ifndef MZ_TOOL_TRACE_TOKEN_H
#define MZ_TOOL_TRACE_TOKEN_H

#include "tool/trace/trace_file.h"

#define TOKEN_PREFIX "mz1-"

/* A new string. */
char *token_of(const struct trace *trace);

bool token_is(const char *word);

/* NULL: it is none, with a sentence in *error. */
struct trace *token_read(const char *words, char **error);

#endif
