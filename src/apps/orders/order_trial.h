/* order_trial.h - do the programs hold with other memory orders? One search of `mazurka check` answers, and what failed is not tried again.
 *
 * An execution is one under weaker orders, too. So whatever is as weak as what has failed, at the places that the counterexample comes to,
 * fails as well: each counterexample is a clause that says so. */
#ifndef MZ_APPS_ORDERS_ORDER_TRIAL_H
#define MZ_APPS_ORDERS_ORDER_TRIAL_H

#include "apps/orders/load_buffering.h"
#include "apps/orders/orders_settings.h"
#include "apps/orders/sites.h"

enum trial_end {
    TRIAL_HOLDS,     /* all was explored: verified, or covered */
    TRIAL_FAILS,
    TRIAL_BUFFERS,   /* no search shows it, but Arm may perform a load behind a store (load_buffering.h) */
    TRIAL_UNPROVEN,  /* no search shows it, but orders are mixed, which may allow more, and as they are written they are not */
    TRIAL_UNDECIDED, /* not in the time that there was, or nobody can say */
    TRIAL_STOPPED,   /* Ctrl-C */
};

struct trial {
    enum trial_end end;
    bool     verified;  /* it holds, and nothing was left out, not even what mixed orders allow besides */
    bool     only_mixed; /* that alone was left out, */
    bool     mixed;      /* or that, too */
    char    *verdict;   /* as `mazurka check` has it, */
    char    *reason;    /* and why; of a bug its headline */
    size_t   program;   /* the one that it is about: the first that does not hold, or is not verified */
};

/* At all of these places an order that is at most this: then it fails. */
struct clause {
    size_t *site;
    struct levels *most;
    size_t  count;
    size_t  program; /* that fails */
};

/* Part that a search of the program as it is written left out. */
struct doubt {
    bool in_part; /* more than what mixed orders allow besides */
    bool unmixed; /* it holds, and orders are not mixed */
};

struct trials {
    const struct orders_settings *settings;
    struct sites   sites;     /* of all programs; more of them may come with each search that holds */
    struct clause *clauses;
    size_t         clause_count;
    uint64_t       end;       /* of all time, by clock_ms(CLOCK_MONOTONIC); 0: none */
    size_t         searches;  /* that were made */
    const char    *folder;    /* for what they write */
    struct way    *way;       /* by program: of the searches that have held */
    struct doubt  *written;   /* by program */
};

/* All programs, up to one that does not hold. Orders by number of place: `levels` has one for each that is known, others are as they are
 * written. `none`: without a reduction. `milliseconds` for each program, 0: all that is left. */
struct trial trial_run(struct trials *t, const struct levels *levels, size_t count, bool none, uint64_t milliseconds);

/* Time that is left; UINT64_MAX: no end. */
uint64_t trials_left(const struct trials *t);

/* Result of the program as it is written, as a check shows it, on stdout. */
void trial_show(const struct trials *t, size_t program);

#endif
