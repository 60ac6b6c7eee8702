/* use.h - the source's expression for an access: it tells which member of a union is meant, where several lie in one
 * place. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_USE_H
#define MZ_TOOL_BINARY_SYMBOLS_USE_H

#include "tool/binary/symbols/symbols.h"

struct source_texts;

/* An access, by its return address. Its statement is read when it is first asked for. */
struct use {
    uint64_t pc;
    bool     known;
    char    *statement; /* NULL if it cannot be read */
};

/* From here on names are those of what is accessed there; NULL: of anything. Returns what it was before. */
struct use *use_set(struct symbols *s, struct use *use);

/* Is the member named in the statement: "x.member", "x->member"? */
bool use_mentions(const struct symbols *s, const char *member);

#endif
