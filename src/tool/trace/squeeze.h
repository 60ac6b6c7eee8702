/* squeeze.h - short texts made much shorter, where what they are like is known: a text is predicted bit by bit from the letters before
 * it, by a model that has read a primer, and the surprises are what is written. The same primer gives the text back. */
#ifndef MZ_TOOL_TRACE_SQUEEZE_H
#define MZ_TOOL_TRACE_SQUEEZE_H

#include <stddef.h>

struct model;

/* One that has read the primer so often; to be given to free(). */
struct model *squeeze_model(const char *primer, int times);

/* New bytes; *packed gets their number. */
unsigned char *squeeze(const struct model *primed, const char *text, size_t length, size_t *packed);

/* The text of which there are `length` letters, with a NUL behind them. Any bytes give some text. */
char *unsqueeze(const struct model *primed, const unsigned char *bytes, size_t packed, size_t length);

#endif
