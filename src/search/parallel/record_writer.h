/* record_writer.h - a writer of records (model/record.h) through a buffer of the host's, which is handed over when it is full and at the
 * end. The host keeps them (checkpointing.h) or brings them to other machines (rank_results.h, rank_partition.h). */
#ifndef MZ_SEARCH_RECORD_WRITER_H
#define MZ_SEARCH_RECORD_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "model/record.h"
#include "search/engine/search_config.h"

struct record_writer {
    char  *buffer;   /* the host's */
    size_t room;
    bool (*hand_over)(void *self, size_t bytes, bool whole); /* false: it cannot be taken */
    void  *self;
    uint64_t *heartbeat; /* grows with it */
    size_t used;     /* of the buffer; the last record begins at: */
    size_t last;
    bool   failed;   /* what was put into it is not whole */
};

/* For `to`, whose function `by` takes it. What has failed before has failed. */
void record_writer_begin(struct record_writer *w, const struct keeper *to, bool (*by)(void *self, size_t bytes, bool whole),
    uint64_t *heartbeat);
void record_writer_put(struct record_writer *w, enum record_kind kind, const void *things, uint64_t count, size_t size);
void record_writer_part(struct record_writer *w); /* start a new record, even if the kind stays the same */
void record_writer_end(struct record_writer *w);  /* it is whole */
struct record_taker record_writer_taker(struct record_writer *w);

/* Time at which the next one is due, in nanoseconds: `asked` after this one, which was begun at `started`. Of the time one in `share` parts
 * at most is spent on them. */
uint64_t record_writer_due(uint64_t started, uint64_t asked, uint64_t share);

#endif
