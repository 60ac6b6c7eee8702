/* variable_list.h - the variables of a program with their names and accesses, as profiling executions have seen them, and the two ways to
 * write them down. */
#ifndef MZ_TOOL_COMMANDS_VARIABLES_VARIABLE_LIST_H
#define MZ_TOOL_COMMANDS_VARIABLES_VARIABLE_LIST_H

#include <stddef.h>
#include <stdio.h>

#include "wire/wire.h"

struct listed_variable {
    const struct wire_variable *is;
    char       *name;      /* "counter", "table[3]", "malloc at list.c:12 #2", "lock in malloc at queue.c:7 #1 + 16" */
    const char *function;  /* that allocates it; NULL: none does, or nobody knows */
    double      accesses;  /* in an execution, on average */
};

struct variable_list {
    const struct wire      *wire;
    const char             *program;
    struct listed_variable *at;      /* those that matter first: shared ones, then those of low loop iteration numbers */
    size_t                  count, shared, only_read; /* only_read: of the shared ones */
    char                   *thread[MOST_THREADS]; /* names of start functions; NULL: not known */
    bool                    nameless; /* some of those that have accessed variables have none */
    uint64_t                executions, cut;
    size_t                  locals;  /* on stacks, used by their own thread alone: left out */
    bool                    full;    /* there was no room for more */
};

/* By the wire of the executions, and by that of the replay of one: it knows threads and what lies on stacks by name. It may be the same. */
struct variable_list variable_list_of(const struct wire *wire, const struct wire *replayed, const char *program);

/* By another replay, which has all of them. */
void variable_list_name_threads(struct variable_list *list, const struct wire *replayed);

/* `most` lines of the table; 0: all. */
void variable_list_text(const struct variable_list *list, uint64_t most, FILE *out);

/* To a file, or to stdout for "-". 0, or -1 with errno set. docs/use/variables.md describes it. */
int variable_list_json(const struct variable_list *list, const char *path);

const char *variable_kind_word(const struct listed_variable *v);

#endif
