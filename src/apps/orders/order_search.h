/* order_search.h - the weakest memory orders with which a program holds, for all of its places together; and which weaker ones no test
 * notices. */
#ifndef MZ_APPS_ORDERS_ORDER_SEARCH_H
#define MZ_APPS_ORDERS_ORDER_SEARCH_H

#include "apps/orders/order_trial.h"

/* Results for one place. */
struct found {
    struct levels levels;
    bool tried;     /* all that is weaker, or what is weakest of what holds */
    bool undecided; /* something weaker was not decided */
    bool unproven;  /* something weaker mixes orders so that nobody knows: none was found to fail, */
    bool buffers;   /* or may allow load buffering */
};

struct orders_found {
    struct trial  written;   /* the program as it is */
    struct found *at;        /* by number of place */
    size_t        count;
    struct trial  whole;     /* with the orders that were found, without a reduction if `confirmed` */
    bool          confirmed;
    bool          stopped;   /* Ctrl-C: what was not tried is undecided */
};

/* Places that --keep names keep their orders; one that is none ends the tool with a sentence. */
struct orders_found orders_search(struct trials *t);

/* Each place weakened by one step, on its own. */
struct mutant {
    size_t        site;
    struct levels levels;
    struct trial  trial;
};
struct mutants {
    struct trial   written;
    struct mutant *at;
    size_t         count;
    bool           stopped;
};
struct mutants orders_mutate(struct trials *t);

#endif
