/* sarif.h - SARIF 2.1.0, which code hosts and editors show beside the source: what all documents of ours have in common. */
#ifndef MZ_TOOL_CLI_SARIF_H
#define MZ_TOOL_CLI_SARIF_H

#include <jansson.h>
#include <stdbool.h>

#include "tool/cli/util.h"

json_t *sarif_message(const char *text);

/* A place in the source: each of it may be NULL, or 0. `text` says what is there, or NULL. */
json_t *sarif_location(const char *file, int line, const char *function, const char *text);

/* By which a code host knows a finding again: what is told of it, and which of those it is in the document that are told alike. */
json_t *sarif_fingerprints(char *lasting, struct strings *told);

/* End of the command, and what is told of that. */
struct sarif_end {
    bool        successful;
    int         exit_code;
    const char *level; /* "note", "warning" */
    char       *told;
};

/* The document of one run; all values are given up. 0, or -1 with errno set. */
int sarif_write(json_t *rules, json_t *results, const struct sarif_end *end, const char *path);

#endif
