/* op.h - one operation of one thread: what it will do next, known before it happens.
 *
 * Plain data, no behaviour of the world. The table below is the list of operations: names, the memory that each one touches, and how it
 * is decided whether it is visible (a scheduling point). What else differs from kind to kind is in op_columns.h, row by row. The
 * dependence relation of all reductions is op_dependent(), and it is computed from this table alone.
 */
#ifndef MZ_MODEL_OP_H
#define MZ_MODEL_OP_H

#include <stdbool.h>
#include <stdint.h>

/* Effects of an operation on the object at `addr` (first) and on the object at `addr2` (second). */
enum op_touch { TOUCH_NONE, TOUCH_READ, TOUCH_WRITE };

/* Visibility of an operation: never; always; when memory that it touches is shared between threads. The exit of a thread always is: what it
 * did before is ordered with nothing that others do until they join it. */
enum op_visibility { VISIBLE_NEVER, VISIBLE_ALWAYS, VISIBLE_IF_SHARED };

/*  kind             name                 first        second       visible      */
#define OP_TABLE(OP)                                                              \
    OP(NONE,           "none",              TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    /* memory */                                                                         \
    OP(READ,           "read",              TOUCH_READ,  TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(WRITE,          "write",             TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(UPDATE,         "read-write",        TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(COMPARE,        "compare",           TOUCH_READ,  TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(COPY,           "copy",              TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(ATOMIC_LOAD,    "atomic load",       TOUCH_READ,  TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(ATOMIC_STORE,   "atomic store",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(ATOMIC_RMW,     "atomic update",     TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(ATOMIC_CAS,     "compare-exchange",  TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(FENCE,          "fence",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    /* threads */                                                                        \
    OP(START,          "start",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    OP(CREATE,         "create",            TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(EXIT,           "thread exit",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(JOIN,           "join",              TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TRYJOIN,        "tryjoin",           TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(DETACH,         "detach",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* the request, and whether the thread is there */                                   \
    OP(CANCEL,         "cancel",            TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(TESTCANCEL,     "testcancel",        TOUCH_READ,  TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(KEY,            "thread-specific key", TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(KEY_USE,        "thread-specific value", TOUCH_READ, TOUCH_NONE, VISIBLE_IF_SHARED) \
    OP(YIELD,          "yield",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(SLEEP,          "sleep",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(PAUSE,          "pause",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(ONCE,           "once",              TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(ONCE_DONE,      "once done",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* initialization of a static variable in a function */                              \
    OP(GUARD,          "static init",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(GUARD_DONE,     "static init done",  TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* waiting for memory to change: the memory, and who sleeps */                       \
    OP(FUTEX_WAIT,     "wait on value",     TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(FUTEX_SLEEP,    "wait for notify",   TOUCH_WRITE, TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(FUTEX_WAKE,     "notify",            TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    /* mutexes */                                                                        \
    OP(MUTEX_INIT,     "mutex init",        TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(MUTEX_DESTROY,  "mutex destroy",     TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(LOCK,           "lock",              TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TRYLOCK,        "trylock",           TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TIMEDLOCK,      "timedlock",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(UNLOCK,         "unlock",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(CONSISTENT,     "mark as consistent", TOUCH_WRITE, TOUCH_NONE, VISIBLE_IF_SHARED) \
    /* by a thread that ends, unless all others have ended */                            \
    OP(ABANDON,        "abandon",           TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    /* condition variables: first the condition variable, second the mutex */            \
    OP(COND_INIT,      "cond init",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(COND_DESTROY,   "cond destroy",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(WAIT,           "wait",              TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(TIMEDWAIT,      "timedwait",         TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(WAKE,           "wake up",           TOUCH_WRITE, TOUCH_WRITE, VISIBLE_ALWAYS)    \
    OP(TIMEDWAKE,      "wake up or time out", TOUCH_WRITE, TOUCH_WRITE, VISIBLE_ALWAYS)  \
    OP(SIGNAL,         "signal",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(BROADCAST,      "broadcast",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* read-write locks */                                                               \
    OP(RWLOCK_INIT,    "rwlock init",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(RWLOCK_DESTROY, "rwlock destroy",    TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(RDLOCK,         "rdlock",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TRYRDLOCK,      "tryrdlock",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TIMEDRDLOCK,    "timedrdlock",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(WRLOCK,         "wrlock",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TRYWRLOCK,      "trywrlock",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(TIMEDWRLOCK,    "timedwrlock",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(RWUNLOCK,       "rwlock unlock",     TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* barriers */                                                                       \
    OP(BARRIER_INIT,   "barrier init",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(BARRIER_DESTROY, "barrier destroy",  TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(ARRIVE,         "barrier wait",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(LEAVE,          "barrier leave",     TOUCH_READ,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    /* spin locks */                                                                     \
    OP(SPIN_INIT,      "spin init",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SPIN_DESTROY,   "spin destroy",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SPIN_LOCK,      "spin lock",         TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SPIN_TRYLOCK,   "spin trylock",      TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SPIN_UNLOCK,    "spin unlock",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* semaphores */                                                                     \
    OP(SEM_INIT,       "sem init",          TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_DESTROY,    "sem destroy",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_WAIT,       "sem wait",          TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_TRYWAIT,    "sem trywait",       TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_TIMEDWAIT,  "sem timedwait",     TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_POST,       "sem post",          TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(SEM_GETVALUE,   "sem getvalue",      TOUCH_READ,  TOUCH_WRITE, VISIBLE_IF_SHARED) \
    /* signals: the model's state of them or a part of it, and the thread that gets one, or where the answer goes */ \
    OP(KILL,           "send signal",       TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(SIGWAIT,        "wait for signal",   TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(SIGMASK,        "signal mask",       TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    /* descriptors of pipes, eventfds, sockets, epoll instances: all numbers or one, and all channels; then one channel, and for a write \
     * what SIGPIPE does. Waiting for several looks at all channels between the first and the last of them. probe/channels */ \
    OP(CHANNEL_MAKE,   "make descriptors",  TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(CHANNEL_DUP,    "duplicate descriptor", TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(CHANNEL_CLOSE,  "close",             TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(CHANNEL_SET,    "descriptor setting", TOUCH_WRITE, TOUCH_NONE, VISIBLE_IF_SHARED) \
    OP(CHANNEL_READ,   "descriptor read",   TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(CHANNEL_WRITE,  "descriptor write",  TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    /* sockets: all channels, for the others that are called so, and the descriptors of the files */ \
    OP(SOCKET_BIND,    "bind or listen",    TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(SOCKET_CONNECT, "connect",           TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(SOCKET_ACCEPT,  "accept",            TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(SOCKET_SEND,    "send datagram",     TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    OP(POLL,           "poll",              TOUCH_READ,  TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(EPOLL_CTL,      "epoll_ctl",         TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(EPOLL_WAIT,     "epoll_wait",        TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    /* heap: the allocator's own record, so that a block freed by one thread and reused by another orders them; and the \
     * block that is freed, so that a use of it is ordered too. probe/heap/heap.c */         \
    OP(MALLOC,         "malloc",            TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(REALLOC,        "realloc",           TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(FREE,           "free",              TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    /* memory maps: the record of the thread's maps, and the pages. probe/heap/maps.h */  \
    OP(MMAP,           "mmap",              TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(MMAP_FIXED,     "mmap at a place",   TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(MUNMAP,         "munmap",            TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(MPROTECT,       "mprotect",          TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    OP(MADVISE,        "madvise",           TOUCH_WRITE, TOUCH_READ,  VISIBLE_IF_SHARED) \
    /* a library function with state of its own (rand, strtok, ...): the object is that state */ \
    OP(LIBCALL,        "library call",      TOUCH_WRITE, TOUCH_WRITE, VISIBLE_IF_SHARED) \
    /* a function without hooks, unless it is known to touch nothing that threads share; world/outside/outside.h */ \
    OP(FOREIGN,        "call",              TOUCH_READ,  TOUCH_READ,  VISIBLE_IF_SHARED) \
    /* the program's end, and what include/mazurka.h offers */                           \
    OP(PROCESS_EXIT,   "exit",              TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(CHOOSE,         "choose",            TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    /* announced if it is false, and ends the path: what others can do before is explored */ \
    OP(ASSUME,         "assume",            TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    /* enabled where nobody else is, ever again: no order of it and another operation is to be tried */ \
    OP(AWAIT_OTHERS,   "await others",      TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(ATOMIC_BEGIN,   "atomic begin",      TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)    \
    OP(ATOMIC_END,     "atomic end",        TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    /* frames that others use come and go, as if they were written; probe/thread/leave.c */ \
    OP(ENTER,          "enter",             TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(RETURN,         "return",            TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(JUMP,           "longjmp",           TOUCH_WRITE, TOUCH_NONE,  VISIBLE_IF_SHARED) \
    OP(RETURNED,       "go on after a return", TOUCH_WRITE, TOUCH_NONE, VISIBLE_ALWAYS)  \
    /* the runtime's own business, never a scheduling point */                           \
    OP(CALL,           "call",              TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    OP(OUTPUT,         "output",            TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    OP(UNCOVER,        "uncover",           TOUCH_NONE,  TOUCH_NONE,  VISIBLE_NEVER)     \
    /* a failed assertion and the like ends the path: what others can do before is explored too */ \
    OP(FAULT,          "fault",             TOUCH_NONE,  TOUCH_NONE,  VISIBLE_ALWAYS)

enum op_kind {
#define OP(kind, name, first, second, visible) OP_##kind,
    OP_TABLE(OP)
#undef OP
    OP_KINDS
};

struct op {
    uint64_t addr;      /* first object or memory range: [addr, addr + size) */
    uint64_t addr2;     /* second one: [addr2, addr2 + size2) */
    uint32_t size;
    uint32_t size2;
    uint64_t arg[4];    /* operands: value to store, expected value, start function, ... */
    uint64_t pc;        /* return address into the program: where the operation was called */
    uint16_t kind;      /* enum op_kind */
    uint8_t  detail;    /* which read-modify-write, which flavour of a call */
    uint8_t  order;     /* C11 memory order as passed by the compiler, or one of these: */
    uint32_t yields;    /* that its thread has passed on the way to it, in the same step. No part of the state */
};

/* A read or write by a library function that announces its accesses one by one, and makes them all when it has announced the last
 * (strcasecmp): the step touches more than the operation names. */
enum { OP_LAST_OF_SEVERAL = 1 };

/* An atomic access by which a stand-in does what libc does under a lock of its own: it orders nothing, and is none of the program's. */
enum { OP_ORDER_LIBC = 0x40 };

/* A write of which it is known what is written: arg[0]. */
enum { OP_OF_VALUE = 2 };

/* op.detail, as far as others than the stand-ins look at it. Of objects of the thread library: the call came through <threads.h>, and
 * returns thrd_success and so on. Of OP_FUTEX_*: it has a time limit; it is the system call, which tells who wakes how many it were. */
enum { SYNC_C11 = 1 };
enum { FUTEX_TIMED = 1, FUTEX_SYSTEM_CALL = 2 };

/* Distance from one channel to the next (probe/channels/channel.h). */
enum { CHANNEL_STRIDE = 512 };

struct op_info {
    const char *name;
    uint8_t first, second; /* enum op_touch */
    uint8_t visible;       /* enum op_visibility */
};

extern const struct op_info op_info[OP_KINDS];

/* Ways of touching a range. Operations that change one range in the same way from WAY_ADDS on commute: in whatever order they are performed
 * they leave the same there, none of them fails for the others, and none tells its thread what it found. The last ones are those of atomic
 * operations in weak memory (world/weak), where a load may read older values, and a store may come before others that were made already:
 * where one is made first, which does not mind what others do later (reduce/events/labels.h). */
enum access_way {
    WAY_READS, WAY_WRITES, WAY_ADDS, WAY_ANDS, WAY_ORS, WAY_XORS, WAY_POSTS, WAY_ARRIVES,
    WAY_WEAK_LOAD, WAY_WEAK_STORE, WAY_WEAK_UPDATE,
};

/* One memory range that an operation touches. */
struct access {
    uint64_t addr;
    uint32_t size;
    uint8_t  write; /* enum access_way */
};
enum { OP_MAX_ACCESSES = 2 };

/* The ranges that `op` touches, into out[]; returns how many. */
int op_accesses(const struct op *op, struct access out[OP_MAX_ACCESSES]);

/* Families of kinds, which are neighbours in the table (op_columns.c checks it): plain accesses, of the allocator, of threads, of
 * mutexes.
 * And: is what it touches the frame that it enters or leaves? */
static inline bool op_is_access(enum op_kind kind)
{
    return kind >= OP_READ && kind <= OP_COPY;
}

static inline bool op_of_heap(enum op_kind kind)
{
    return kind >= OP_MALLOC && kind <= OP_FREE;
}

static inline bool op_of_threads(enum op_kind kind)
{
    return kind >= OP_START && kind <= OP_TESTCANCEL;
}

static inline bool op_of_mutexes(enum op_kind kind)
{
    return kind >= OP_MUTEX_INIT && kind <= OP_ABANDON;
}

/* Objects of synchronization, all of them: once and guards, mutexes, condition variables, read-write locks, barriers, semaphores. */
static inline bool op_of_locks(enum op_kind kind)
{
    return (kind >= OP_MUTEX_INIT && kind <= OP_SEM_GETVALUE) || (kind >= OP_ONCE && kind <= OP_GUARD_DONE);
}

static inline bool op_of_frames(enum op_kind kind)
{
    return kind >= OP_ENTER && kind <= OP_JUMP;
}

/* Does an operation of this kind find out from its first object whether it changes it? If not it only looks at it. (A compare-exchange
 * may fail, and what cannot be had at once is left alone; without waiters there is nobody to wake.) */
bool op_may_only_look(enum op_kind kind);

/* Two operations are dependent if they touch a common byte that at least one of them writes. What a function without hooks
 * touches is not known: it is dependent with everything. */
bool op_dependent(const struct op *a, const struct op *b);

#endif
