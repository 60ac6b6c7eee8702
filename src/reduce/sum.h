/* sum.h - the state of `sum`: for sum.c, and sum_memory.c, which gets and gives back the memory for it and puts it into
 * records. */
#ifndef MZ_REDUCE_SUM_H
#define MZ_REDUCE_SUM_H

#include "reduce/components.h"
#include "reduce/frame.h"
#include "reduce/unread.h"

/* A choice point on the path, besides its frame. */
struct place {
    struct standing at;
    uint32_t  room;                    /* words that each of the two sets may have, on the stack of words: */
    struct events after;               /* A of the thread being tried, over all its outcomes, */
    struct events below;               /* and all that is known to occur at or below */
    struct causes causes;              /* of the transition being tried */
    threadset closure[MAX_THREADS];    /* of the based threads: */
    threadset based;                   /* tried or asleep, and all that lies below them is finished */
    threadset parks;                   /* those that park here */
    bool      cut;                     /* a transition of the thread being tried ended half-way, */
    bool      moves;                   /* or has led elsewhere */
    struct digest bare;                /* where states are matched modulo what is not read (unread.h) */
    uint32_t  fact;                    /* the tag by which others know it as finished; 0: it is not known to be */
    threadset slept;                   /* those that sleep here: they count as tried */
    threadset asleep;                  /* those, and those that have been tried and will in what is explored from now on */
    summary   carried[MAX_THREADS];    /* A of those */
};

struct sum {
    struct frames      frames;
    bool               sleeps;    /* with sleep sets, */
    bool               choosy;    /* where they pay */
    threadset          sleep;     /* now */
    struct place      *places;    /* like frames */
    size_t             place_bytes;
    uint64_t          *words;     /* a stack: what the places' sets are made of */
    size_t             word_bytes;
    struct components  components;
    struct unread     *unread;     /* NULL: nobody has asked */
};

void *sum_open(uint64_t max_nodes);
void *sum_open_plain(uint64_t max_nodes); /* without sleep sets; */
void *sum_open_sleep(uint64_t max_nodes); /* with them, always */
void  sum_close(void *self);
void  sum_reset(void *self);
void  sum_begin_again(void *self); /* the same, but summaries of what was finished stay */

extern const struct reduction_memory  sum_memory;
extern const struct reduction_records sum_records;

#endif
