/* libcalls.h - the flavours of OP_LIBCALL (op.detail): library functions with state of their own, which is the operation's
 * object, and others that read or write objects of the program as a whole. */
#ifndef MZ_MODEL_LIBCALLS_H
#define MZ_MODEL_LIBCALLS_H

#include <stdbool.h>
#include <stdint.h>

/* Effects of a call on its first and second object are for data races: dependence takes both to be written (op.h). UNLOCKED: the library's
 * state, or its static buffer, has no lock, so that two calls race; manuals call such functions MT-Unsafe. It is asked for such state only,
 * and not of objects of the program.
 *
 *    NAME         body (probe/libc.h)   what a report calls it       first  second lock */
#define LIBCALL_TABLE(L)                                                                        \
    L(RAND,        libcall_rand,         "rand",                      WRITE, NONE,  LOCKED)     \
    L(SRAND,       libcall_srand,        "srand",                     WRITE, NONE,  LOCKED)     \
    L(RAND_R,      libcall_rand_r,       "rand_r",                    WRITE, NONE,  LOCKED)     \
    L(RAND48,      libcall_rand48,       "drand48",                   WRITE, READ,  UNLOCKED)   \
    L(SRAND48,     libcall_srand48,      "srand48",                   WRITE, NONE,  UNLOCKED)   \
    L(SEED48,      libcall_seed48,       "seed48",                    WRITE, NONE,  UNLOCKED)   \
    L(LCONG48,     libcall_lcong48,      "lcong48",                   WRITE, NONE,  UNLOCKED)   \
    L(ENTROPY,     libcall_entropy,      "random bytes",              WRITE, WRITE, LOCKED)     \
    L(STRTOK,      libcall_strtok,       "strtok",                    WRITE, WRITE, UNLOCKED)   \
    L(ATEXIT,      libcall_atexit,       "atexit",                    WRITE, NONE,  LOCKED)     \
    L(POP_HANDLER, libcall_pop_handler,  "next exit handler",         WRITE, NONE,  LOCKED)     \
    L(FLOCK,       libcall_flock,        "flockfile",                 WRITE, NONE,  LOCKED)     \
    L(FLOCK_PASS,  libcall_at_stream,    "wait for a stream",         WRITE, NONE,  LOCKED)     \
    L(STREAM_USE,  libcall_at_stream,    "use of a stream",           WRITE, NONE,  UNLOCKED)   \
    L(STREAM_LOOK, libcall_at_stream,    "look at a stream",          READ,  NONE,  UNLOCKED)   \
    L(FTRYLOCK,    libcall_ftrylock,     "ftrylockfile",              WRITE, NONE,  LOCKED)     \
    L(FUNLOCK,     libcall_funlock,      "funlockfile",               WRITE, NONE,  LOCKED)     \
    L(SIGNAL,      libcall_signal,       "signal",                    WRITE, READ,  LOCKED)     \
    L(SIGACTION,   libcall_sigaction,    "sigaction",                 WRITE, READ,  LOCKED)     \
    L(EXCHANGE,    libcall_exchange,     "qsort",                     WRITE, WRITE, LOCKED)     \
    L(GMTIME,      libcall_date,         "gmtime",                    WRITE, READ,  UNLOCKED)   \
    L(LOCALTIME,   libcall_date,         "localtime",                 WRITE, READ,  UNLOCKED)   \
    L(MKTIME,      libcall_mktime,       "mktime",                    WRITE, NONE,  LOCKED)     \
    L(ASCTIME,     libcall_asctime,      "asctime",                   WRITE, READ,  UNLOCKED)   \
    L(CTIME,       libcall_asctime,      "ctime",                     WRITE, READ,  UNLOCKED)   \
    L(STRFTIME,    libcall_strftime,     "strftime",                  WRITE, READ,  LOCKED)     \
    L(SIGPENDING,  libcall_sigpending,   "sigpending",                READ,  WRITE, LOCKED)     \
    L(EXCEPTION,   libcall_exception,    "exception",                 WRITE, READ,  LOCKED)     \
    L(TAKE,        libcall_take,         "read from a file",          WRITE, NONE,  LOCKED)     \
    L(SCAN,        libcall_scan,         "scanf",                     WRITE, NONE,  LOCKED)     \
    L(LSEEK,       libcall_lseek,        "seek in a file",            WRITE, NONE,  LOCKED)     \
    L(UNREAD,      libcall_unread,       "ungetc",                    WRITE, NONE,  LOCKED)     \
    L(PUT,         libcall_put,          "write to a file",           WRITE, NONE,  LOCKED)     \
    L(FTRUNCATE,   libcall_ftruncate,    "set the length of a file",  WRITE, NONE,  LOCKED)     \
    L(OPEN,        libcall_open,         "open a file",               WRITE, READ,  LOCKED)     \
    L(CLOSE,       libcall_close,        "close a file",              WRITE, NONE,  LOCKED)     \
    L(FDOPEN,      libcall_fdopen,       "fdopen",                    WRITE, NONE,  LOCKED)     \
    L(MKSTEMP,     libcall_mkstemp,      "make a temporary file",     WRITE, WRITE, LOCKED)     \
    L(UNLINK,      libcall_unlink,       "remove a file",             WRITE, READ,  LOCKED)     \
    L(RENAME,      libcall_rename,       "rename a file",             WRITE, READ,  LOCKED)     \
    L(TRUNCATE,    libcall_truncate,     "set the length of a file",  WRITE, READ,  LOCKED)     \
    L(MAP_FILE,    libcall_map_file,     "map a file",                WRITE, NONE,  LOCKED)     \
    L(UNMAP_FILE,  libcall_unmap_file,   "unmap a file",              WRITE, NONE,  LOCKED)     \
    L(FILE_CONTROL, libcall_file_control, "fcntl of a file",          WRITE, NONE,  LOCKED)     \
    L(FILE_LOCK,   libcall_file_lock,    "flock",                     WRITE, NONE,  LOCKED)     \
    L(CLOSE_STANDARD, libcall_close_standard, "close a standard stream", WRITE, WRITE, LOCKED)  \
    L(SET_ATTRIBUTE, libcall_attribute,  "attribute",                 WRITE, READ,  LOCKED)     \
    L(GET_ATTRIBUTE, libcall_attribute,  "attribute",                 READ,  WRITE, LOCKED)     \
    L(CANCELSTATE, libcall_cancel_state, "pthread_setcancelstate",    WRITE, WRITE, LOCKED)     \
    L(CANCELTYPE,  libcall_cancel_type,  "pthread_setcanceltype",     WRITE, WRITE, LOCKED)     \
    L(FILE_ATTRIBUTE, libcall_file_attribute, "change attributes of a file", WRITE, READ,  LOCKED)\
    L(TIMER,       libcall_timer,        "timer",                     WRITE, WRITE, LOCKED)     \
    L(SETJMP,      libcall_setjmp,       "setjmp",                    WRITE, NONE,  LOCKED)     \
    L(DLOPEN,      libcall_dlopen,       "dlopen",                    WRITE, NONE,  LOCKED)     \
    L(DLCLOSE,     libcall_dlclose,      "dlclose",                   WRITE, NONE,  LOCKED)     \
    L(WRITE_BOTH,  libcall_write_both,   "call of libstdc++",         WRITE, WRITE, LOCKED)

enum libcall_detail {
#define L(name, body, word, first, second, lock) LIBCALL_##name,
    LIBCALL_TABLE(L)
#undef L
    LIBCALLS
};

_Static_assert(LIBCALLS <= 64, "a bit for each");

enum { LIBCALL_LOCKED, LIBCALL_UNLOCKED };

static inline bool libcall_is_unlocked(unsigned detail)
{
#define L(name, body, word, first, second, lock) | (uint64_t)LIBCALL_##lock << LIBCALL_##name
    return (0 LIBCALL_TABLE(L)) >> detail & 1;
#undef L
}

#endif
