/* weak_memory.h - the memory of weak atomics, where a load may read an older value than the last one: docs/design/weak-memory.md.
 *
 * Each place (an atomic object) has messages in modification order: a value, and what its writer told with it. What a thread knows is
 * a view: for each place the oldest message that may still be read. Messages lie in slots, which stay where they are as others come
 * between them; views and tables name slots, and what is compared is a slot's rank, its number in modification order from the oldest.
 *
 * The tables have fixed sizes and nothing is allocated. The module knows nothing of the world: whoever owns the tables says where
 * changes are noted, so that they can be put back. The value of a place's last message is what memory holds, too, and belongs to the
 * digest of that.
 */
#ifndef MZ_WORLD_WEAK_MEMORY_H
#define MZ_WORLD_WEAK_MEMORY_H

#include <stddef.h>

#include "model/threadset.h"

#ifndef WEAK_PLACES /* some tests have fewer, here and below */
#define WEAK_PLACES 256
#endif
#ifndef WEAK_MESSAGES
#define WEAK_MESSAGES 32
#endif
#ifndef WEAK_OBJECTS
#define WEAK_OBJECTS 256
#endif
enum { WEAK_MET = 1024 };
_Static_assert(WEAK_PLACES % 8 == 0 && WEAK_MESSAGES % 8 == 0 && WEAK_MESSAGES < 256, "notes are whole words, and a slot is a byte");

/* Value of 1 to 16 bytes; what is not there is 0. */
struct weak_value {
    uint64_t low, high;
};

/* Slots + 1; 0: all messages of the place may be read. */
struct weak_view {
    uint8_t seen[WEAK_PLACES];    /* nothing older than these, */
    uint8_t seq_cst[WEAK_PLACES]; /* and sequentially consistent loads nothing older than these */
};

/* For weak_past.h: threads with sequentially consistent operations in the past of a thread, or of a message. */
struct weak_past {
    threadset fences;   /* that have performed fences, */
    threadset accesses; /* stores and updates */
    /* Of some of these operations psc says less than that they come before what the thread does next: */
    threadset near; /* before its fences alone, for what it has read told nothing of them; */
    threadset read; /* before its fences alone, for a weaker load has acquired what they wrote; */
    threadset far;  /* or nothing */
};

struct weak_message {
    struct weak_value value;
    uint64_t          attached; /* an update put it behind the message before it: nothing comes between */
    struct weak_past  past;     /* of its writer, */
    uint64_t          writer, told, ordered; /* who tells it by that write; which is sequentially consistent */
    struct weak_view  view;     /* what those learn who acquire it; of its own place at least itself */
};

struct weak_place {
    uint64_t key;                   /* its address, by which digests know it; 0: no messages, the place is free */
    uint64_t count;
    uint8_t  slots[WEAK_MESSAGES];  /* oldest first */
    uint8_t  ranks[WEAK_MESSAGES];  /* of slots */
    uint8_t  in_use[WEAK_MESSAGES]; /* slots */
};

struct weak_thread {
    struct weak_view now;      /* what it knows, */
    struct weak_view read;     /* has read without acquiring it: for its next acquire fence, */
    struct weak_view released; /* and knew at its last release fence */
    struct weak_past past;
    uint64_t         fenced;   /* that fence knew of all of its past */
};

/* Carriers of knowledge from one thread to another besides messages: weak_sync.h. */
struct weak_object {
    uint64_t         key; /* 0: free */
    struct weak_view view;
    struct weak_past past;
};

/* Facts of the search, for weak_past.h. */
struct weak_met {
    bool inexact;                      /* RC11 may allow more than what is explored; and of what that goes by: */
    bool ordering_fences, loads_mixed; /* sequentially consistent fences; loads, of objects with weaker writes; */
    struct {
        uint64_t key;
        uint8_t  orders;
    } object[WEAK_MET]; /* by hash: how they have been accessed while there were several threads */
};

struct weak {
    /* Settings of the owner. */
    void (*note)(void *self, void *at, size_t size); /* before memory changes: whole aligned words */
    void    *self;
    /* Where messages carry more than is known here: one was put into a place, or is gone, at that rank among so many others; and, do two
     * neighbours carry the same? NULL: there is no more. */
    void (*moved)(void *self, uint64_t key, unsigned rank, unsigned others, bool in);
    bool (*same)(void *self, uint64_t key, unsigned rank);
    bool     alone;     /* whoever performs something is the only thread that there has ever been */
    bool     remembers; /* what is read without acquiring it: there are acquire fences */
    uint32_t stale;     /* a message with so many newer ones is forgotten, whoever might still read it; 0: no bound */
    /* Facts, which are never put back. */
    uint64_t forgotten; /* messages that the bound has hit, */
    uint64_t lacked;    /* or for which there was no room: not all behaviours are explored */
    bool     fenced;    /* somebody made an acquire fence, and what had been read before was not remembered: begin anew */
    struct weak_met met;
    /* The state. */
    uint64_t            places;  /* those from here on are free, */
    uint64_t            objects; /* likewise, */
    uint64_t            threads; /* and these know nothing */
    threadset           reused;  /* numbers of threads that another one had before, of which something is known */
    uint8_t             newest[WEAK_PLACES]; /* slot + 1 of the newest sequentially consistent write to each place; 0: none */
    struct weak_thread  thread[MAX_THREADS];
    struct weak_object  object[WEAK_OBJECTS];
    struct weak_place   place[WEAK_PLACES];
    struct weak_message message[WEAK_PLACES][WEAK_MESSAGES]; /* by slot */
};

/* An entry of a view. */
static inline unsigned weak_rank(const struct weak_place *p, uint8_t entry) { return entry ? p->ranks[entry - 1] : 0; }

static inline struct weak_message *weak_message_at(const struct weak *w, unsigned place, unsigned rank)
{
    return (struct weak_message *)&w->message[place][w->place[place].slots[rank]];
}

/* Rank before which sequentially consistent loads may not read, where that is more than nobody may; or 0. */
static inline unsigned weak_rank_beyond(const struct weak_place *p, uint8_t seen, uint8_t seq_cst)
{
    unsigned rank = weak_rank(p, seq_cst);
    return rank > weak_rank(p, seen) ? rank : 0;
}

/* Effects of a memory order (__ATOMIC_*). */
bool weak_acquires(int order);
bool weak_releases(int order);

/* Words that are about to change, whole. */
void weak_note(struct weak *w, void *at, size_t size);

/* A place with this key, and what memory holds there as its only message. WEAK_PLACES: there are too many of them. */
unsigned weak_open(struct weak *w, uint64_t key, struct weak_value value);
unsigned weak_find(const struct weak *w, uint64_t key);

/* Memory was written by something else than an atomic operation, or is gone: so are the messages, and all that is known of them. */
void weak_close(struct weak *w, unsigned place);

/* t takes part: before it is going to know anything. */
void weak_enter(struct weak *w, tid t);

/* From now on the thread knows nothing: it has ended. */
void weak_forget(struct weak *w, tid t);

/* A map of a view takes over what another one knows, unless it knows more; so does a view. */
void weak_join_map(struct weak *w, uint8_t *to, const uint8_t *from);
void weak_join(struct weak *w, struct weak_view *to, const struct weak_view *from);
void weak_assign(struct weak *w, struct weak_view *to, const struct weak_view *from);
void weak_clear(struct weak *w, struct weak_view *view);

/* Does it know all that another one does? */
bool weak_has(const struct weak *w, const struct weak_view *view, const struct weak_view *other);

/* A new message, at that rank: there must be room for it. Its slot; its view is empty. */
uint8_t weak_insert(struct weak *w, unsigned place, unsigned rank, struct weak_value value, bool attached);

/* A message is gone. Whoever had seen it has seen `heir` (an entry) in place of it. */
void weak_drop(struct weak *w, unsigned place, unsigned rank, uint8_t heir);

#endif
