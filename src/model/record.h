/* record.h - records of what a search knows, which outlive the process (search/parallel/checkpointing.h): kinds, and who takes them. */
#ifndef MZ_MODEL_RECORD_H
#define MZ_MODEL_RECORD_H

#include <stddef.h>
#include <stdint.h>

/* In files: a number is never used for anything else. */
enum record_kind {
    RECORD_NONE,
    RECORD_KNOWLEDGE,  /* what one process has found out about the program (lts.h: tell) */
    RECORD_ANEW,       /* a search with this visible set (struct digest): facts before it are void */
    RECORD_LABELS,     /* of the reduction, in the order of their numbers; likewise the next */
    RECORD_EVENTS,
    RECORD_SET_ENDS,   /* of summaries: where each ends, */
    RECORD_SET_WORDS,  /* and what they are made of */
    RECORD_FACTS,      /* finished states: digests with tags */
    RECORD_FAULTS,     /* that have been found so far: the last one counts (struct faults) */
    RECORD_CLAIMS,     /* states that a machine has entered (search/parallel/rank_partition.h), by kinds: choice points, */
    RECORD_CLAIMED_ENDS, RECORD_CLAIMED_DEADLOCKS, RECORD_CLAIMED_ON_RUNS, /* and the others */
    RECORD_STOLEN_WORK,       /* a part of a path, for another machine (struct stolen_work) */
    RECORD_WORK,       /* whether there is any left: the last one counts (struct rank_status) */
};

/* Streams of new facts: each has what the other has, too. */
enum record_stream {
    STREAM_KEPT, /* a file, from which the next process goes on (search/parallel/checkpointing.h) */
    STREAM_SENT, /* processes on other machines (search/parallel/rank_results.h) */
    STREAMS,
};

enum { MOST_RANKS = 256 /* processes that write to each other */ };

struct record {
    _Alignas(32) uint32_t kind; /* enum record_kind */
    uint32_t from;     /* of one that was sent: by whom. Else 0 */
    uint64_t bytes;    /* that follow; then the next one, where a record may begin */
};

/* Records begin at multiples of their head's size. */
static inline size_t record_rounded(size_t bytes)
{
    return (bytes + sizeof(struct record) - 1) / sizeof(struct record) * sizeof(struct record);
}

/* From the beginning of a record to that of the next. */
static inline size_t record_length(const struct record *r)
{
    return sizeof *r + record_rounded(r->bytes);
}

/* The one that begins `at` among `size` bytes. NULL: there is none, or not all of it. */
static inline const struct record *record_at(const void *bytes, size_t size, size_t at)
{
    const struct record *r = (const struct record *)((const char *)bytes + at);
    return at + sizeof *r <= size && r->bytes <= size - at - sizeof *r ? r : NULL;
}

/* `count` things of `size` bytes; where they do not fit into one record there are several. */
struct record_taker {
    void *self;
    void (*put)(void *self, enum record_kind kind, const void *things, uint64_t count, size_t size);
};

#endif
