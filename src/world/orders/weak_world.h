/* weak_world.h - the weak memory of the program under test (--memory-model=c11): what the machine of weak_ops.h does for it.
 *
 * An atomic operation on memory that threads share goes by the machine: what it reads, and where in the modification order it writes, is an
 * outcome of its step. Memory holds the last value, for plain accesses and all code that knows nothing of this. All others go by memory;
 * who acquires and releases by them tells and learns as by a lock. Whoever does what the machine does not know is noted (wire.h), so that
 * nothing is called verified then.
 *
 * Called by the semantics of atomic operations and by world/race, on the engine's stack.
 */
#ifndef MZ_WORLD_WEAK_WORLD_H
#define MZ_WORLD_WEAK_WORLD_H

#include "base/digest.h"
#include "world/thread.h"
#include "world/weak/weak_ops.h"

struct world;

/* Memory is weak from now on. `stale`, `moved` and `same` are those of struct weak. */
void weak_world_open(uint32_t stale, void (*moved)(void *, uint64_t, unsigned, unsigned, bool), bool (*same)(void *, uint64_t, unsigned));

/* Way of touching its object. With a bound on how old a value may be a store takes from others what they might have read, like any other
 * write. And has it a place in the order of all sequentially consistent operations, be it a fence? All have where sizes are mixed: what is
 * accessed in another size takes from others what they might have read. */
enum access_way weak_world_way(const struct op *op);
bool weak_world_is_ordered(const struct op *op);

/* Number of outcomes of t's operation. `expected`: by a compare-exchange. */
unsigned weak_world_outcomes(tid t, const struct op *op, struct weak_value expected);

/* t performs an atomic operation that reads or writes. False: by memory. Otherwise *read is what it reads, and the second one says what is
 * written, if anything is: true if that is what memory holds from now on. */
bool weak_world_begin(tid t, const struct op *op, unsigned choice, struct weak_value expected, struct weak_value *read);
bool weak_world_end(tid t, struct weak_value written);

/* An atomic structure: no machine knows them. */
void weak_world_as_memory(const struct op *op);

/* The operation that was performed last, if the machine did it. */
struct weak_world_step {
    bool     taken, reads, writes;
    uint64_t key;            /* of its place */
    unsigned read, written;  /* ranks of messages, */
    unsigned newer;          /* and how many of them were newer than the one that was read or written */
    struct weak_value read_value, written_value;
};
extern struct weak_world_step mz__weak_step;

/* Has it changed no more than what is known? It has written nothing, or what it has read. */
bool weak_world_only_learned(void);

void weak_world_fence(tid t, const struct op *op);

/* A release store of a byte at the operation's object, behind all others, by something else than an atomic operation: memory does not hold
 * it yet. */
void weak_world_publish(tid t, const struct op *op, uint8_t value);

/* A load of the last value by something else than an atomic operation, where there is a place. */
void weak_world_look(tid t, const struct op *load);

/* Memory was written by something else than an atomic operation, or is gone. */
void weak_world_written(uint64_t addr, uint64_t size);

/* Knowledge that t gets from objects of synchronization, and gives them. */
void weak_world_learn(tid t, uint64_t key);
void weak_world_learn_outside(tid t, uint64_t key, uint64_t pc); /* by what may not order anything: noted if it does */
void weak_world_tell(tid t, uint64_t key, bool anew);
void weak_world_hand_over(uint64_t from, uint64_t to);
void weak_world_learn_thread(tid t, tid other);
void weak_world_learn_all(void);      /* whoever is left comes after all that was done */
void weak_world_born(tid t, tid born);
void weak_world_ended(tid t);

/* End of an operation. Messages that only others than these may read are forgotten. False: there are too many
 * objects. */
bool weak_world_settle(threadset going);

struct digest weak_world_digest(void);
void weak_world_rewound(struct digest digest); /* to a state that had this one */

/* Facts that one process of several has found out, and another one learns: true if it has to start over with that. */
struct weak_world_facts {
    bool            remembers, mixes;
    struct weak_met met;
};
void weak_world_facts(struct weak_world_facts *to);
bool weak_world_learn_facts(const struct weak_world_facts *from);

/* Something was found out that makes the search start over. */
bool weak_world_has_grown(void);

#endif
