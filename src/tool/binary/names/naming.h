/* naming.h - words for what a replay recorded: threads, memory, operations. */
#ifndef MZ_TOOL_BINARY_NAMES_NAMING_H
#define MZ_TOOL_BINARY_NAMES_NAMING_H

#include "tool/binary/symbols/variables.h"

/* A replay's wire and the symbols of its program. */
struct naming {
    const struct wire *wire;
    struct symbols    *symbols;
    bool               verbose; /* every step is a line of the interleaving (steps.h) */
};

#define AT_THE_END UINT64_MAX /* for `event`: after all of them */

/* Events, by index; safe for whatever the wire says. */
uint64_t naming_events(const struct naming *n);
const struct wire_event *naming_event(const struct naming *n, uint64_t index);

/* The record of the thread that has the number at an event; NULL for the first thread. */
const struct wire_thread *naming_record(const struct naming *n, unsigned thread, uint64_t event);

/* Place in the source where something happens, given the call stack, innermost first: where the program's own code called the C++ library,
 * if it did. */
struct place naming_place(const struct naming *n, const uint64_t *stack, uint32_t used);
struct place naming_created(const struct naming *n, const struct wire_thread *t); /* where the thread was */
bool         naming_is_openmp(const struct place *p); /* in its runtime, which is ours */

/* Beginning of the caller's frame, for the function that an event returns from. */
uint64_t naming_frame_end(const struct wire_event *e);

/* "thread 1 (worker)" */
char *name_thread(const struct naming *n, unsigned thread, uint64_t event);
/* Name of its start function, "main" for the first thread. */
const char *name_start(const struct naming *n, unsigned thread, uint64_t event);

/* "counter", "table[3].next", "node#2->next", "heap block of 24 bytes allocated at f.c:12 + 8" where its type is not known, "0x1000"; a
 * local variable is "x" where the event's own function has it, otherwise "main's x", "worker's x (thread 2)" */
char *name_data(const struct naming *n, uint64_t event, uint64_t address, uint32_t size, struct value_type *type);

/* The same in the words of the source: "queue.lock" for a member of the C++ library's own inside of it. */
char *name_object(const struct naming *n, uint64_t event, uint64_t address, uint32_t size);

/* So many bytes there; 0: what is pointed to. */
char *name_block(const struct naming *n, uint64_t block, uint64_t size, uint64_t pc, uint64_t address, uint32_t bytes);

/* "relaxed"; NULL for seq_cst. */
const char *name_order(unsigned order);

/* A value as its type shows it, pointers as what they point to at an event: `"localhost"`, `&queue`, `node#2`. NULL if it is too large. A
 * new string. */
char *name_value(const struct naming *n, uint64_t event, const struct value_type *type, uint32_t size, uint64_t bits);

/* The same for a sentence about `object`: a variable that a block is called after does not say more by the block's name. */
char *name_value_of(const struct naming *n, uint64_t event, const char *object, const struct value_type *type, uint32_t size,
    uint64_t bits);

/* "write counter: 0 → 1". */
char *name_operation(const struct naming *n, uint64_t event);

/* An operation that is pending: with its object ("lock m"), without what it will do to it. */
struct pending {
    unsigned kind;
    uint64_t address, address2;
    int      thread; /* that a join waits for; -1 if unknown */
};
char *name_pending(const struct naming *n, uint64_t event, const struct pending *p);

/* The thread that a pthread_t means; -1 if none. */
int naming_thread_of(const struct naming *n, uint64_t pthread);

/* Text as a C string literal, cut after some length. */
char *name_literal(const char *bytes, size_t length);

#endif
