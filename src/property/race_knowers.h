/* race_knowers.h - the set of those who know of an access, and the effect of labels of transitions (model/deed.h) on
 * it.
 *
 * Only those count who may know of something and may hand it on to a thread. Sets have numbers. What a label does to a set is worked out
 * once, and with it which accesses on the way are made by somebody who does not know.
 */
#ifndef MZ_PROPERTY_RACE_KNOWERS_H
#define MZ_PROPERTY_RACE_KNOWERS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/deed.h"

/* The source of labels. */
struct race_labels {
    void *self;
    const struct deed *(*deeds)(void *self, uint32_t label, uint32_t *count);
    bool (*told)(void *self, uint64_t pc, uint64_t other); /* nobody asks for races of these places any more */
};

enum race_op_kind { RACE_JOIN, RACE_ASSIGN, RACE_STORE, RACE_BORN, RACE_END, RACE_ALL, RACE_ACCESS, RACE_LOOK };
#define RACE_NOBODY UINT32_MAX
enum { RACE_MOST_WORDS = 1024 /* of a set */, RACE_ARRAYS = 24 };

/* A deed, with the bits of sets in place of knowers; threads have the first ones. */
struct race_op {
    uint32_t kind;
    uint32_t to, from;     /* bits, or RACE_NOBODY; of an access its thread and its number */
    uint32_t first, count; /* of a store: what its place has, */
    uint32_t own;          /* and of it the storing thread's release sequence, or RACE_NOBODY */
};

struct race_label {
    uint32_t first, count; /* its operations */
    bool     births;       /* some thread is created */
};

/* An access, whenever it is made. */
struct race_access {
    struct deed deed;
    uint32_t    near;      /* another one, of the same word perhaps: in a circle */
    bool        conflicts; /* with another one that was not told of with it */
    uint64_t    bits;      /* of what is looked at together: those that stand for this one, */
    uint64_t    foes;      /* and for one that it conflicts with */
};

struct race_memo {
    uint32_t set, label, owner, to;
    uint64_t races;
};

struct race_array {
    void  *at;
    size_t bytes;
};

struct race_knowers {
    const struct race_labels *source;
    struct race_array arrays[RACE_ARRAYS];
    unsigned array_count;
    struct race_op     *ops;
    struct race_label  *labels;
    struct race_access *accesses;
    uint32_t *access_slots, *set_slots;
    uint64_t *sets, *mortal;      /* of each thread: what it loses when it ends */
    struct race_memo *memo;
    uint8_t  *traits;             /* of knowers, by number */
    uint32_t *bit;
    threadset *writers;           /* of places: whose release sequences are told apart */
    uint64_t *scratch;
    uint32_t label_count, op_count, access_count, set_count, knowers, threads, bits, words;
    uint64_t set_slot_count, memo_count, memo_slots, most_sets, most_set_slots, most_memo, most_ops, most_accesses;
    bool     full;
};

/* Labels from 0 on. False: no memory. */
bool     race_knowers_open(struct race_knowers *k, const struct race_labels *source, uint32_t label_count);
void     race_knowers_close(struct race_knowers *k);
uint64_t race_knowers_bytes(const struct race_knowers *k);

/* Zeroed memory, given back by race_knowers_close(): for so many things, or for as many as there may ever be. NULL: there is none. */
void *race_array(struct race_knowers *k, uint64_t count, size_t size);
void *race_array_of_most(struct race_knowers *k, size_t size, uint64_t *most);

/* Do the two conflict, and does anybody ask for races of their places? */
bool race_is_wanted(const struct race_knowers *k, const struct race_access *a, const struct race_access *b);

/* Foes have changed: what labels do is worked out anew. */
void race_knowers_forget(struct race_knowers *k);

static inline const uint64_t *race_set(const struct race_knowers *k, uint32_t set) { return k->sets + (uint64_t)set * k->words; }
static inline bool race_knows(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> bit % 64 & 1; }
bool race_subset(const struct race_knowers *k, uint32_t set, uint32_t of);

/* The set after the label, for accesses of thread `owner`, or, if the label has no births, for any. *races: bits of accesses that somebody
 * who does not know of them conflicts with. */
uint32_t race_after(struct race_knowers *k, uint32_t set, uint32_t label, tid owner, uint64_t *races);

/* The same for an access that the label's operation number `at` makes, of which nobody else knows. */
uint32_t race_after_access(struct race_knowers *k, uint32_t label, uint32_t at, uint64_t *races);

/* Accesses that the label makes from operation number `at` on, by somebody who does not know of a conflicting one, are told to `found`. */
struct race_listener {
    void (*found)(struct race_listener *l, uint64_t bits, uint32_t access);
};
void race_list(struct race_knowers *k, const uint64_t *set, uint32_t label, uint32_t at, tid owner, uint64_t bits, struct race_listener *l);

#endif
