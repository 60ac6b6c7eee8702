/* sites.h - the places in the source where a program has atomic operations and fences, with the orders that they are written with.
 *
 * Several instructions may come from one: what was inlined, templates. All of them have one order, as the source has one. */
#ifndef MZ_APPS_ORDERS_SITES_H
#define MZ_APPS_ORDERS_SITES_H

#include <jansson.h>
#include <stdint.h>

#include "apps/orders/order_levels.h"
#include "tool/cli/util.h"

/* One of them may be in several programs, which have a number each. */
struct instruction {
    size_t   program;
    uint64_t address;
};

struct site {
    enum atomic_kind kind;
    char         *file;      /* NULL: unknown */
    int           line, column;
    char         *function;  /* NULL: unknown */
    char         *object;    /* the first one, NULL: it has no name */
    struct levels written;
    struct instruction *instruction; /* that come from it */
    size_t        instructions;
    struct strings inlined;  /* functions that it was inlined into */
    const char   *kept;      /* why it keeps its order whatever is found; NULL: it need not */
    bool          integer;   /* its object is known to be one */
    bool          in_setup;  /* only set-up comes there, as far as was seen */
};

struct sites {
    struct site *at;
    size_t       count;
    bool         others;     /* there are atomic operations that have no place here */
};

/* Sites that a check of the program tells of (--atomic-orders) are added, unless they are there. True: of a place that was there before
 * there is another instruction. */
bool sites_add(struct sites *sites, size_t program, const json_t *atomics);

/* Kind of such an operation, and its orders as written. */
enum atomic_kind site_kind(const json_t *operation);
struct levels site_levels(const json_t *operation);

/* "queue.c:12"; a new string. */
char *site_place(const struct site *s);
/* "store of ready"; a new string. */
char *site_operation(const struct site *s);

/* Numbers of places in the order of files and lines. */
size_t *sites_sorted(const struct sites *sites);

/* The one with this instruction; NULL: none. */
const struct site *site_at(const struct sites *sites, struct instruction i);

#endif
