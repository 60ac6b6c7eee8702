/* several.h - the state of processes that search together, besides the engine's: plain data. Each part is told of in its own header. */
#ifndef MZ_SEARCH_SEVERAL_H
#define MZ_SEARCH_SEVERAL_H

#include "reduce/shared_facts.h"
#include "search/engine/engine_state.h"
#include "search/parallel/packing.h"
#include "search/parallel/shelf.h"

struct claim_log;
struct crew;

/* Facts beyond the process: checkpointing.h. */
struct checkpointing {
    uint64_t next;       /* nanoseconds: when it is due */
    bool     begun;      /* this search has put something down, or taken it over */
    bool     fetched;    /* all that was kept before has been looked at */
    size_t   at, there;  /* in the buffer: what comes next of it, and where it ends */
    struct packing packing; /* failed: it cannot be kept */
    struct faults faults; /* that earlier processes have found */
};

/* Facts to other machines: letters.h. */
struct letters {
    uint64_t       next;    /* nanoseconds: when one is due */
    struct digest  visible; /* with which this search is made */
    bool           begun;   /* it has told something */
    bool           again;   /* somebody has forgotten that */
    bool           lost;    /* this one has forgotten what others have told */
    bool           heard;   /* they have told something */
    struct packing packing;
    uint32_t       workers;          /* whose knowledge has been told, as it was when: */
    uint64_t       told[WIRE_MAX_WORKERS];  /* box.found_out */
    struct {
        bool follows;       /* its tags are known from the first one on */
        bool same;          /* and it has the same visible set */
    } peer[MOST_RANKS];
    size_t         log_bytes;
};

/* Work to other machines: gifts.h. */
struct gifts {
    struct shelf waiting;  /* that were given to this machine */
    unsigned     patience; /* letters until another machine is asked for work, */
    unsigned     donor;    /* beginning with this one */
    unsigned     guest;    /* machine that the worker fills crew.away for */
};

enum claim_kind { CLAIM_CHOICE, CLAIM_END, CLAIM_DEADLOCK, CLAIM_LONG, CLAIM_KINDS };

/* How things stand on a machine, in this epoch. */
struct claims_word {
    uint64_t dry;          /* there is nothing left to do */
    uint64_t given, taken; /* gifts */
    uint64_t asks;         /* dry: the machine that is asked for work, plus 1; 0: none */
    uint64_t asked;        /* times that one was: it is asked once more */
};

/* States, among machines that explore in parts: claims.h. */
struct claims {
    struct claim_log *log;     /* one for each kind; NULL: nobody is told */
    uint64_t       next;       /* nanoseconds: when a letter is due */
    uint64_t       epoch, heard; /* of this machine, and the latest one that there is */
    struct digest  visible;    /* with which this search is made */
    bool           begun;      /* something was told in this epoch */
    bool           over;       /* everything is explored */
    struct packing packing;
    struct claims_word word, told; /* how things stand here, and what was told of it last */
    struct gifts   gifts;
    uint64_t       others[CLAIM_KINDS]; /* states that are known here because others have claimed them */
    struct shelf   postponed;  /* records of a later epoch */
    struct {
        uint64_t epoch;
        bool     same;         /* it has the same visible set */
        bool     asks;         /* it waits for work from here */
        struct claims_word word;
    } peer[MOST_RANKS];
};

struct several {
    struct crew    *peers;  /* crew that this process is a worker of; NULL: it searches alone, or leads */
    struct crew    *lead;   /* memory for one to lead */
    struct visited *table;  /* that all of them use, or did; NULL: each has its own only */
    uint32_t        table_generation; /* of it, as it is known here */
    struct checkpointing  keeping;
    struct letters  letters;
    struct claims   claims;
    struct facts    facts;  /* that they share: shared_results.c */
};

/* That machine explores the same, in this epoch. */
static inline bool claims_with_us(const struct claims *cl, unsigned rank)
{
    return cl->peer[rank].epoch == cl->epoch && cl->peer[rank].same;
}

#endif
