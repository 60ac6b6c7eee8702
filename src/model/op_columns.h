/* op_columns.h - further columns of the table of operations in op.h, for those few who tell kinds apart. (op.h is read by everything,
 * and this is not.)
 *
 * It has the same rows in the same order, which the compiler checks: whoever adds a kind is asked for all of this.
 *
 *   orders   the rule of world/race/order.c for what happens before what: a function there. docs/design/races.md has the reasons
 *   first, second
 *            world/race/race.c: how the accesses to its objects count where data races are looked for. NO: not. Objects of the
 *            thread library and of the allocator are theirs. OTHERS: only where it is memory of the program's. (The second range of READ
 *            is that of a write that was announced before. What a function without hooks has written is looked at when it is
 *            known: race_written)
 *   lock     what becomes of a lock, which is its first object or its second: enum op_lock
 *   waiting  what it waits for, or what others wait for and only its owner can give up: enum op_waiting
 *   sentence the shape of what a report says (tool/binary/names/operations.c)
 *   flags    OP_LOOKS and the following
 */
#ifndef MZ_MODEL_OP_COLUMNS_H
#define MZ_MODEL_OP_COLUMNS_H

#include <errno.h>

#include "model/op.h"

/* Locks that exclude others: taken; tried to be taken, without waiting; shared with other readers; given up. A semaphore is nobody's, and
 * of once and static initialization it is not recorded who has come to run the routine. */
enum op_lock { LOCK_NONE, LOCK_TAKES, LOCK_TRIES, LOCK_SHARES, LOCK_TAKES_SECOND, LOCK_GIVES, LOCK_GIVES_SECOND };

/* Properties that a reduction may conclude from, with the argument of labels.h, which is made for mutexes, semaphores, barriers and the
 * ends of threads. Who takes and gives up anything else is said to touch it in both ways, which costs reduction and nothing else. */
enum op_waiting { WAITING_NONE, WAITING_AWAITS, WAITING_AWAITS_SECOND, WAITING_LEAVES, WAITING_LEAVES_SECOND };

enum {
    OP_LOOKS = 1,      /* it finds out from its first object whether it changes it (op_may_only_look), and its semantics say so (`writes`).
                        * What may time out touches everything (world/touches.c), and has no use for it */
    OP_FINDS = 2,      /* what it does depends on what its first object, memory of the program's, held */
    OP_FORESEEN = 4,   /* it reads and changes nothing but what world/state/foresight.h lists. Whoever has not been looked at so closely is
                        * not foreseen, which costs time and nothing else; those that wait for time must not be */
    OP_UNCHECKED = 8,  /* its objects may be gone: world/memory/valid.c does not look whether they are there */
    OP_RELABELS = 16,  /* after it others may touch something else than before (model/lts.h) */
    OP_SAFE = 32,      /* nobody else can notice it, if it touches nothing (reduce/safe_set.h) */
    OP_LOOPS = 128,    /* a loop may wait with it alone: it can leave everything as it is (busy_wait.h). So may one that OP_POLLS */
    OP_TRIES = OP_LOOKS | OP_FINDS | OP_FORESEEN | OP_LOOPS,
    OP_POLLS = 64,     /* whoever does nothing else waits for something that others do (search/engine/lost_wakeups.c) */
};

/*     kind             orders            first   second  lock          waiting        sentence flags */
#define OP_COLUMNS(OP) \
    OP(NONE,            nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    /* memory */                                                                                                                  \
    OP(READ,            nothing,          READS,  NO,     NONE,         NONE,          READ,   OP_FINDS | OP_FORESEEN | OP_LOOPS)   \
    OP(WRITE,           nothing,          WRITES, NO,     NONE,         NONE,          WRITE,  OP_FORESEEN)                         \
    OP(UPDATE,          nothing,          WRITES, NO,     NONE,         NONE,          WRITE,  OP_FINDS | OP_FORESEEN)              \
    OP(COMPARE,         nothing,          READS,  READS,  NONE,         NONE,          OBJECT, OP_FINDS | OP_FORESEEN | OP_LOOPS)   \
    OP(COPY,            nothing,          WRITES, READS,  NONE,         NONE,          COPY,   OP_FORESEEN)                         \
    OP(ATOMIC_LOAD,     load,             LOADS,  NO,     NONE,         NONE,          READ,   OP_FINDS | OP_FORESEEN | OP_LOOPS)   \
    OP(ATOMIC_STORE,    store,            STORES, NO,     NONE,         NONE,          WRITE,  OP_FORESEEN)                         \
    OP(ATOMIC_RMW,      update,           STORES, NO,     NONE,         NONE,          UPDATE, OP_FINDS | OP_FORESEEN | OP_LOOPS)   \
    OP(ATOMIC_CAS,      compare_exchange, STORES, WRITES, NONE,         NONE,          CAS,    OP_TRIES)                            \
    OP(FENCE,           fence,            NO,     NO,     NONE,         NONE,          PLAIN,  OP_FORESEEN)                         \
    /* threads */                                                                                                                 \
    OP(START,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(CREATE,          create,           NO,     WRITES, NONE,         NONE,          CREATE, OP_RELABELS)                         \
    OP(EXIT,            end,              NO,     NO,     NONE,         LEAVES,        PLAIN,  OP_FORESEEN | OP_RELABELS)           \
    OP(JOIN,            acquire_if_done,  NO,     NO,     NONE,         AWAITS,        JOIN,   OP_RELABELS)                         \
    OP(TRYJOIN,         acquire_if_done,  NO,     NO,     NONE,         NONE,          JOIN,   OP_RELABELS | OP_LOOPS)              \
    OP(DETACH,          nothing,          NO,     NO,     NONE,         NONE,          JOIN,   OP_RELABELS)                         \
    OP(CANCEL,          release,          NO,     NO,     NONE,         NONE,          JOIN,   OP_RELABELS)                         \
    OP(TESTCANCEL,      acquire,          NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(KEY,             use,              NO,     WRITES, NONE,         NONE,          OBJECT, 0)                                   \
    OP(KEY_USE,         acquire,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(YIELD,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_FORESEEN | OP_SAFE | OP_POLLS)    \
    OP(SLEEP,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_SAFE | OP_POLLS)                  \
    OP(PAUSE,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_SAFE)                             \
    OP(ONCE,            acquire,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(ONCE_DONE,       release,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(GUARD,           acquire,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(GUARD_DONE,      release,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(FUTEX_WAIT,      futex_wait,       NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS | OP_LOOPS)                 \
    OP(FUTEX_SLEEP,     futex_sleep,      NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(FUTEX_WAKE,      futex_wake,       NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    /* mutexes */                                                                                                                 \
    OP(MUTEX_INIT,      nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(MUTEX_DESTROY,   nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(LOCK,            acquire_if_done,  NO,     NO,     TAKES,        AWAITS,        TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(TRYLOCK,         acquire_if_done,  NO,     NO,     TRIES,        NONE,          TRY,    OP_TRIES)                            \
    OP(TIMEDLOCK,       acquire_if_done,  NO,     NO,     TAKES,        NONE,          TRY,    OP_FINDS)                            \
    OP(UNLOCK,          release_if_done,  NO,     NO,     GIVES,        LEAVES,        TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(CONSISTENT,      nothing,          NO,     NO,     NONE,         NONE,          TRY,    OP_FINDS)                          \
    OP(ABANDON,         release_if_done,  NO,     NO,     GIVES,        NONE,          OBJECT, OP_FINDS)                          \
    /* condition variables */                                                                                                     \
    OP(COND_INIT,       nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(COND_DESTROY,    nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(WAIT,            wait,             NO,     NO,     GIVES_SECOND, LEAVES_SECOND, WAIT,   OP_FINDS | OP_FORESEEN)              \
    OP(TIMEDWAIT,       wait,             NO,     NO,     GIVES_SECOND, NONE,          WAIT,   OP_FINDS)                            \
    OP(WAKE,            wake,             NO,     NO,     TAKES_SECOND, AWAITS_SECOND, WAKE,   OP_FORESEEN | OP_UNCHECKED)          \
    OP(TIMEDWAKE,       wake,             NO,     NO,     TAKES_SECOND, NONE,          WAKE,   OP_UNCHECKED)                        \
    OP(SIGNAL,          release,          NO,     NO,     NONE,         NONE,          OBJECT, OP_LOOKS | OP_FINDS | OP_FORESEEN)   \
    OP(BROADCAST,       release,          NO,     NO,     NONE,         NONE,          OBJECT, OP_LOOKS | OP_FINDS | OP_FORESEEN)   \
    /* read-write locks */                                                                                                        \
    OP(RWLOCK_INIT,     nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(RWLOCK_DESTROY,  nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(RDLOCK,          acquire_if_done,  NO,     NO,     SHARES,       NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(TRYRDLOCK,       acquire_if_done,  NO,     NO,     SHARES,       NONE,          TRY,    OP_TRIES)                            \
    OP(TIMEDRDLOCK,     acquire_if_done,  NO,     NO,     SHARES,       NONE,          TRY,    OP_FINDS)                            \
    OP(WRLOCK,          lock_exclusive,   NO,     NO,     TAKES,        NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(TRYWRLOCK,       lock_exclusive,   NO,     NO,     TRIES,        NONE,          TRY,    OP_TRIES)                            \
    OP(TIMEDWRLOCK,     lock_exclusive,   NO,     NO,     TAKES,        NONE,          TRY,    OP_FINDS)                            \
    OP(RWUNLOCK,        unlock_shared,    NO,     NO,     GIVES,        NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    /* barriers */                                                                                                                \
    OP(BARRIER_INIT,    nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(BARRIER_DESTROY, nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(ARRIVE,          arrive,           NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS | OP_FORESEEN)              \
    OP(LEAVE,           leave,            NO,     NO,     NONE,         AWAITS,        OBJECT, OP_LOOKS | OP_FORESEEN | OP_UNCHECKED) \
    /* spin locks */                                                                                                              \
    OP(SPIN_INIT,       nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(SPIN_DESTROY,    nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(SPIN_LOCK,       acquire_if_done,  NO,     NO,     TAKES,        NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(SPIN_TRYLOCK,    acquire_if_done,  NO,     NO,     TRIES,        NONE,          TRY,    OP_TRIES)                            \
    OP(SPIN_UNLOCK,     release,          NO,     NO,     GIVES,        NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    /* semaphores */                                                                                                              \
    OP(SEM_INIT,        nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(SEM_DESTROY,     nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FINDS)                            \
    OP(SEM_WAIT,        acquire_if_done,  NO,     NO,     NONE,         AWAITS,         TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(SEM_TRYWAIT,     acquire_if_done,  NO,     NO,     NONE,         NONE,          TRY,    OP_TRIES)                            \
    OP(SEM_TIMEDWAIT,   acquire_if_done,  NO,     NO,     NONE,         NONE,          TRY,    OP_FINDS)                            \
    OP(SEM_POST,        release,          NO,     NO,     NONE,         NONE,          TRY,    OP_FINDS | OP_FORESEEN)              \
    OP(SEM_GETVALUE,    nothing,          NO,     WRITES, NONE,         NONE,          OBJECT, OP_FINDS | OP_LOOPS)                 \
    /* signals */                                                                                                                 \
    OP(KILL,            release,          NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(SIGWAIT,         acquire_if_done,  NO,     WRITES, NONE,         NONE,          PLAIN,  0)                                   \
    OP(SIGMASK,         unblock,          NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    /* pipes and the like */                                                                                                      \
    OP(CHANNEL_MAKE,    channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(CHANNEL_DUP,     channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(CHANNEL_CLOSE,   channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(CHANNEL_SET,     channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(CHANNEL_READ,    channels,         NO,     NO,     NONE,         NONE,          PLAIN,  OP_LOOPS)                            \
    OP(CHANNEL_WRITE,   channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(SOCKET_BIND,     channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(SOCKET_CONNECT,  channels,         NO,     NO,     NONE,         NONE,          PLAIN,  OP_LOOPS)                            \
    OP(SOCKET_ACCEPT,   channels,         NO,     NO,     NONE,         NONE,          PLAIN,  OP_LOOPS)                            \
    OP(SOCKET_SEND,     channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(POLL,            polls,            NO,     NO,     NONE,         NONE,          PLAIN,  OP_LOOPS)                            \
    OP(EPOLL_CTL,       channels,         NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(EPOLL_WAIT,      channels,         NO,     NO,     NONE,         NONE,          PLAIN,  OP_LOOPS)                            \
    /* heap, libraries */                                                                                                         \
    OP(MALLOC,          heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(REALLOC,         heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(FREE,            heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    /* who uses what was unmapped meets that as a fault */                                                                        \
    OP(MMAP,            heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(MMAP_FIXED,      heap,             WRITES, NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(MUNMAP,          heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(MPROTECT,        heap,             NO,     NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(MADVISE,         heap,             WRITES, NO,     NONE,         NONE,          OBJECT, OP_UNCHECKED)                        \
    OP(LIBCALL,         library,          OTHERS, OTHERS, NONE,         NONE,          OBJECT, 0)                                   \
    OP(FOREIGN,         use,              NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    /* the end, and what include/mazurka.h offers */                                                                              \
    OP(PROCESS_EXIT,    nothing,          NO,     NO,     NONE,         NONE,          STATUS, OP_RELABELS)                         \
    OP(CHOOSE,          nothing,          NO,     NO,     NONE,         NONE,          CHOOSE, OP_SAFE)                             \
    OP(ASSUME,          nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(AWAIT_OTHERS,    after_all,        NO,     NO,     NONE,         NONE,          PLAIN,  OP_RELABELS)                         \
    OP(ATOMIC_BEGIN,    enter_section,    NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    OP(ATOMIC_END,      leave_section,    NO,     NO,     NONE,         NONE,          PLAIN,  0)                                   \
    /* frames */                                                                                                                  \
    OP(ENTER,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_UNCHECKED)                        \
    OP(RETURN,          nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_UNCHECKED)                        \
    OP(JUMP,            nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_UNCHECKED)                        \
    OP(RETURNED,        nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  OP_UNCHECKED)                        \
    /* the runtime's own business */                                                                                              \
    OP(CALL,            nothing,          NO,     NO,     NONE,         NONE,          OBJECT, 0)                                   \
    OP(OUTPUT,          nothing,          NO,     NO,     NONE,         NONE,          OUTPUT, 0)                                   \
    OP(UNCOVER,         nothing,          NO,     NO,     NONE,         NONE,          OBJECT, OP_FORESEEN)                         \
    OP(FAULT,           nothing,          NO,     NO,     NONE,         NONE,          PLAIN,  0)

#define OP(kind, orders, first, second, lock, waiting, sentence, flags) OP_ROW_OF_##kind,
enum op_row { OP_COLUMNS(OP) OP_ROWS };
#undef OP
#define OP(kind, ...) _Static_assert((int)OP_ROW_OF_##kind == (int)OP_##kind, "OP_COLUMNS has the rows of OP_TABLE, in the same order");
OP_TABLE(OP)
#undef OP
_Static_assert((int)OP_ROWS == (int)OP_KINDS, "and no others");

struct op_traits {
    uint8_t flags;
    uint8_t lock;    /* enum op_lock */
    uint8_t waiting; /* enum op_waiting */
};
extern const struct op_traits op_traits[OP_KINDS];

/* Is the lock taken if this is what its operation returns? Whoever gets a robust mutex whose holder has ended is told so. */
static inline bool op_lock_taken(uint64_t result)
{
    return result == 0 || result == EOWNERDEAD;
}

/* The call that a thread is in which has this operation before it: it wakes up in a wait. */
static inline const char *op_call(unsigned kind)
{
    return kind == OP_WAKE ? "cond wait" : kind == OP_TIMEDWAKE ? "cond timedwait" : op_info[kind].name;
}

static inline bool op_has(unsigned kind, unsigned flag)
{
    return op_traits[kind].flags & flag;
}

/* Memory orders of C11. Others (OP_ORDER_LIBC) order nothing. */
static inline bool order_acquires(unsigned order)
{
    return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static inline bool order_releases(unsigned order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

#endif
