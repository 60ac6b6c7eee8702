/* shadow.h - accesses on the path that is being explored, as far as they can still be part of a data race.
 *
 * For every word of shared memory a short list: thread, place in the program, bytes, read or write, and the thread's time then
 * (clocks.h). A later access of the same thread at the same place takes the place of the earlier one: whoever knows of the later
 * one knows of both. What all live threads know of is forgotten.
 *
 * Atomic accesses are kept only for words that some plain access has been seen on, in the whole search: others race with
 * nothing.
 */
#ifndef MZ_WORLD_RACE_SHADOW_H
#define MZ_WORLD_RACE_SHADOW_H

#include "world/race/clocks.h"

enum { SHADOW_WRITE = 1, SHADOW_ATOMIC = 2 };

struct record {
    uint64_t pc;
    _Alignas(8) uint32_t when; /* the thread's time */
    uint8_t  thread;
    uint8_t  bytes;  /* of the word, as a mask */
    uint8_t  flags;  /* SHADOW_* */
    uint8_t  kind;   /* enum op_kind */
};

/* Conflicts of an access: all that have, of the flags in the mask, these. */
struct foe {
    uint8_t mask, flags;
};

static inline struct foe shadow_foe(unsigned flags)
{
    static const struct foe foe[] = {
        [0] = {SHADOW_WRITE, SHADOW_WRITE},
        [SHADOW_WRITE] = {0, 0},
        [SHADOW_ATOMIC] = {SHADOW_WRITE | SHADOW_ATOMIC, SHADOW_WRITE},
        [SHADOW_WRITE | SHADOW_ATOMIC] = {SHADOW_ATOMIC, 0},
    };
    return foe[flags];
}

static inline bool is_foe(struct foe foe, unsigned flags) { return (flags & foe.mask) == foe.flags; }

/* One range that an operation accesses. */
struct reach {
    uint64_t addr;
    uint32_t size;
    uint8_t  flags; /* SHADOW_* */
};

bool shadow_open(bool keep_atomics); /* all of them: no search can start over */
void shadow_keep_atomics(bool all);

/* Words that have been accessed plainly and atomically: those that the search has found, for its replays. */
void shadow_each_mixed(void (*tell)(void *self, uint64_t word), void *self);
void shadow_set_mixed(uint64_t word);

/* Kinds of accesses to words that one process of several has found out. Another one learns them. True: it has not kept what it has to, as
 * shadow_access() may find. */
enum { SHADOW_WORD_PLAIN = 1, SHADOW_WORD_UNKEPT = 2 };
uint32_t shadow_words(void);
bool     shadow_tell(uint32_t number, uint64_t *word, uint8_t *how); /* false: nothing is known of that one */
bool     shadow_learn(uint64_t word, uint8_t how);

/* Earlier accesses to a word that conflict with one and that its thread does not know of. */
enum { SHADOW_MOST = MAX_THREADS };
struct unordered {
    unsigned count;
    const struct record *record[SHADOW_MOST];
};

/* A thread accesses some bytes of a word (aligned). Returns true if atomic accesses were not kept that should have been: everything
 * has to start over. */
bool shadow_access(uint64_t word, const struct record *access, threadset live, struct unordered *out);

/* The same before it is made: nothing is recorded. */
void shadow_look(uint64_t word, const struct record *access, struct unordered *out);

/* Were accesses like this seen at the word before, so that shadow_access() changes nothing but what is rewound? */
bool shadow_expects(uint64_t word, const struct record *access);

/* The part of a range that lies in the word, as a mask. */
static inline uint8_t shadow_bytes(uint64_t word, uint64_t addr, uint64_t end)
{
    unsigned from = addr > word ? (unsigned)(addr - word) : 0, to = end - word < 8 ? (unsigned)(end - word) : 8;
    return (uint8_t)((0xffu << from) & (0xffu >> (8 - to)));
}

#endif
