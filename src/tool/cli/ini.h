/* ini.h - files of `[section NAME]` and `key = value`, as many tools have them: comments begin with # or ; at the start of a line, a
 * value goes on in lines that begin with a blank. */
#ifndef MZ_TOOL_CLI_INI_H
#define MZ_TOOL_CLI_INI_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/util.h"

struct ini_entry {
    const char *section, *name; /* "target" and "queue" of [target queue]; name is "" where there is none */
    const char *key, *value;    /* key is NULL for the line of the section itself */
    size_t      line;
};

struct ini {
    struct ini_entry *at;
    size_t count;
};

/* False with a sentence in *why, which begins with "PATH:LINE: ". */
bool ini_read(const char *path, const char *text, size_t length, struct ini *ini, char **why);
void ini_free(struct ini *ini);

/* A value as words, as a shell would take them apart: blanks, '…', "…" and \. NULL in *words, with what is wrong, if a quote has no
 * end. */
bool ini_words(const char *value, struct strings *words, const char **wrong);

#endif
