/* future.h - accesses that may follow each place of a file's code: the static phase of the hybrid analysis of future
 * accesses (Parízek, Lhoták, "Identifying future field accesses in exhaustive state space traversal", 2011: category 6
 * in section 8 of the paper on DFS-RB).
 *
 * Accesses are those of variables that no pointer can reach (data_objects.h), each by itself, or of anything; what pointers can reach
 * anybody may access at any time. A call adds what the called function may access: any function whose address is taken where that is not
 * known, and anything where one without a model is called outside of the file. deeds.c says what the blocks of a function do, future.c
 * follows them through functions and calls.
 *
 * And which calls may come: of hooks, and of functions that synchronize. What each of them accesses has been seen in executions, if
 * that is known at all; from it one can guess what memory a thread will access that pointers lead to (world/state/seen_accesses.h).
 */
#ifndef MZ_TOOL_BINARY_LIVENESS_FUTURE_H
#define MZ_TOOL_BINARY_LIVENESS_FUTURE_H

#include "tool/binary/liveness/data_objects.h"
#include "tool/binary/liveness/function.h"

/* Bits of a set of accesses: anything, one for each variable, one for each call. */
enum { DEED_ANYTHING, DEED_OBJECTS };

struct deed {
    uint32_t block;
    uint32_t bit;
    bool     of_call;    /* of the call that the block ends with */
};

#define CALLS_NOBODY 0ull
#define CALLS_TAKEN UINT64_MAX /* any function whose address is taken */

struct deed_block {
    uint32_t *next;
    uint32_t  nexts;
    uint32_t  pc;        /* return address of the call, 0: there is none */
    uint32_t  bit;       /* of that call, 0: it has none */
    uint64_t  called;    /* a function of the file that the block calls or goes on in, or one of those */
};

struct deed_function {
    uint64_t start;
    bool     whole;      /* any of its code may follow any other */
    struct deed_block *blocks;
    size_t   block_count;
    struct deed *deeds;  /* by block */
    size_t   deed_count, deed_room;
    bool     taken;      /* its address is */
};

struct future {
    struct image *image;
    struct data_objects objects;
    struct deed_function *functions; /* by address */
    size_t function_count;
    bool   program;      /* no library: functions of others do not come here but from it */
    bool   known;        /* all functions that it takes from others have models that call nobody unasked */
    uint64_t last;       /* the function of the start-up code that runs when the process ends, or 0 */
    bool   handlers;     /* functions may have been registered, that run whenever */
    const char *given_up; /* why nothing is known, or NULL */
    uint32_t *calls;     /* return addresses of all calls of functions that were understood, ascending; none if there are too many */
    size_t call_count, call_room;
    size_t words;        /* of a set */
    uint64_t *full;      /* for each function: what it may access from its start; and behind them, of any that is taken */
    struct future_sets { /* those of the table */
        struct liveness_set *at;
        uint32_t count, room;
        struct liveness_range *extent;
        uint32_t extents, extent_room;
        uint32_t *hashed;  /* by their bits: number + 1, in SET_SLOTS slots */
        uint64_t *bits;
    } sets;
    struct future_site { uint32_t pc, at, after; } *sites;
    size_t site_count, site_room;
};

void future_begin(struct future *f, struct image *image);

/* Each function, when it has been analysed (function.h). */
void future_add(struct future *f, struct function *function);

/* All have been added: fills sets and sites. */
void future_finish(struct future *f);
const struct future_site *future_site(const struct future *f, uint32_t pc); /* NULL: nothing is known of it */
uint32_t future_handlers(struct future *f); /* the set of what any thread may do at any time */
void future_free(struct future *f);

/* deeds.c: what the function does, into `to`; notes what escapes and whose addresses are taken. */
void deeds_of(struct future *f, struct function *function, struct deed_function *to);
/* The same file: what follows from the file's symbols. */
void deeds_imports(struct future *f);
bool is_start_up(const char *name);

#endif
