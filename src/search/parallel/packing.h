/* packing.h - a writer of records (model/record.h) through a buffer of the host's, which is handed over when it is full and at the end.
 * And the host, who keeps them (checkpointing.h) or brings them to other machines (letters.h, claims.h). */
#ifndef MZ_SEARCH_PACKING_H
#define MZ_SEARCH_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "model/record.h"
#include "search/engine/search_config.h"

struct packing {
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
void packing_begin(struct packing *p, const struct keeper *to, bool (*by)(void *self, size_t bytes, bool whole), uint64_t *heartbeat);
void packing_put(struct packing *p, enum record_kind kind, const void *things, uint64_t count, size_t size);
void packing_part(struct packing *p); /* what follows has a record of its own, be it of the same kind */
void packing_end(struct packing *p);  /* it is whole */
struct record_taker packing_taker(struct packing *p);

/* When the next one is due, in nanoseconds: `asked` after this one, which was begun at `started`. Of the time one in `share` parts at most
 * is spent on them. */
uint64_t packing_due(uint64_t started, uint64_t asked, uint64_t share);

#endif
