/* several.h - the state of processes that search together, besides the engine's: plain data. Each part is told of in its own header. */
#ifndef MZ_SEARCH_SEVERAL_H
#define MZ_SEARCH_SEVERAL_H

#include "reduce/shared_facts.h"
#include "search/engine/engine_state.h"
#include "search/parallel/record_queue.h"
#include "search/parallel/record_writer.h"

struct claim_log;
struct worker_group;

/* Facts beyond the process: checkpointing.h. */
struct checkpointing {
    uint64_t next;       /* nanoseconds: when it is due */
    bool     begun;      /* this search has put something down, or taken it over */
    bool     fetched;    /* all that was kept before has been looked at */
    size_t   at, there;  /* in the buffer: what comes next of it, and where it ends */
    struct record_writer writer; /* failed: it cannot be kept */
    struct faults faults; /* that earlier processes have found */
};

/* Facts to other machines: rank_results.h. */
struct rank_results {
    uint64_t       next;    /* nanoseconds: when one is due */
    struct digest  visible; /* with which this search is made */
    bool           begun;   /* it has told something */
    bool           again;   /* somebody has forgotten that */
    bool           lost;    /* this one has forgotten what others have told */
    bool           heard;   /* they have told something */
    struct record_writer writer;
    uint32_t       workers;          /* whose knowledge has been told, as it was when: */
    uint64_t       told[WIRE_MAX_WORKERS];  /* box.found_out */
    struct {
        bool follows;       /* its tags are known from the first one on */
        bool same;          /* and it has the same visible set */
    } peer[MOST_RANKS];
    size_t         log_bytes;
};

/* Work to other machines: rank_stealing.h. */
struct rank_stealing {
    struct record_queue waiting; /* that were given to this machine */
    unsigned     patience; /* messages until another machine is asked for work, */
    unsigned     victim;    /* beginning with this one */
    unsigned     thief;    /* machine that the worker fills group.away for */
};

enum claim_kind { CLAIM_CHOICE, CLAIM_END, CLAIM_DEADLOCK, CLAIM_LONG, CLAIM_KINDS };

/* State of a machine, in this epoch. */
struct rank_status {
    uint64_t idle;         /* there is nothing left to do */
    uint64_t given, taken; /* parts of paths, to and from other machines */
    uint64_t asks;         /* idle: the machine that is asked for work, plus 1; 0: none */
    uint64_t asked;        /* times that one was: it is asked once more */
};

/* States, among machines that explore in parts: rank_partition.h. */
struct rank_partition {
    struct claim_log *log;     /* one for each kind; NULL: nobody is told */
    uint64_t       next;       /* nanoseconds: when a message is due */
    uint64_t       epoch, heard; /* of this machine, and the latest one that there is */
    struct digest  visible;    /* with which this search is made */
    bool           begun;      /* something was told in this epoch */
    bool           over;       /* everything is explored */
    struct record_writer writer;
    struct rank_status status, told; /* how things stand here, and what was told of it last */
    struct rank_stealing stealing;
    uint64_t       others[CLAIM_KINDS]; /* states that are known here because others have claimed them */
    struct record_queue postponed; /* records of a later epoch */
    struct {
        uint64_t epoch;
        bool     same;         /* it has the same visible set */
        bool     asks;         /* it waits for work from here */
        struct rank_status status;
    } peer[MOST_RANKS];
};

struct several {
    struct worker_group *peers; /* group that this process is a worker of; NULL: it searches alone, or leads */
    struct worker_group *lead;  /* memory for one to lead */
    struct visited *table;  /* that all of them use, or did; NULL: each has its own only */
    uint32_t        table_generation; /* of it, as it is known here */
    struct checkpointing  keeping;
    struct rank_results results;
    struct rank_partition partition;
    struct facts    facts;  /* that they share: shared_results.c */
    struct wire_counters before; /* what was counted when they began, of what they go on with */
};

/* Does that machine explore the same, in this epoch? */
static inline bool rank_partition_has(const struct rank_partition *p, unsigned rank)
{
    return p->peer[rank].epoch == p->epoch && p->peer[rank].same;
}

#endif
