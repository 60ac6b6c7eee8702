/* libcalls.h - the flavours of OP_LIBCALL (op.detail): library functions with state of their own, which is the operation's
 * object, and others that read or write objects of the program as a whole. */
#ifndef MZ_MODEL_LIBCALLS_H
#define MZ_MODEL_LIBCALLS_H

#include <stdbool.h>

/* What a call does to its first and to its second object is said for data races: dependence takes both to be written (op.h).
 *
 *    NAME         body (probe/libc.h)   what a report calls it       first  second */
#define LIBCALL_TABLE(L)                                                            \
    L(RAND,        libcall_rand,         "rand",                      WRITE, NONE)  \
    L(SRAND,       libcall_srand,        "srand",                     WRITE, NONE)  \
    L(RAND_R,      libcall_rand_r,       "rand_r",                    WRITE, NONE)  \
    L(RAND48,      libcall_rand48,       "drand48",                   WRITE, READ)  \
    L(SRAND48,     libcall_srand48,      "srand48",                   WRITE, NONE)  \
    L(SEED48,      libcall_seed48,       "seed48",                    WRITE, NONE)  \
    L(LCONG48,     libcall_lcong48,      "lcong48",                   WRITE, NONE)  \
    L(ENTROPY,     libcall_entropy,      "random bytes",              WRITE, WRITE) \
    L(STRTOK,      libcall_strtok,       "strtok",                    WRITE, WRITE) \
    L(ATEXIT,      libcall_atexit,       "atexit",                    WRITE, NONE)  \
    L(POP_HANDLER, libcall_pop_handler,  "next exit handler",         WRITE, NONE)  \
    L(FLOCK,       libcall_flock,        "flockfile",                 WRITE, NONE)  \
    L(FLOCK_PASS,  libcall_at_stream,    "wait for a stream",         WRITE, NONE)  \
    L(STREAM_USE,  libcall_at_stream,    "use of a stream",           WRITE, NONE)  \
    L(STREAM_LOOK, libcall_at_stream,    "look at a stream",          READ,  NONE)  \
    L(FTRYLOCK,    libcall_ftrylock,     "ftrylockfile",              WRITE, NONE)  \
    L(FUNLOCK,     libcall_funlock,      "funlockfile",               WRITE, NONE)  \
    L(SIGNAL,      libcall_signal,       "signal",                    WRITE, READ)  \
    L(SIGACTION,   libcall_sigaction,    "sigaction",                 WRITE, READ)  \
    L(EXCHANGE,    libcall_exchange,     "qsort",                     WRITE, WRITE) \
    L(GMTIME,      libcall_date,         "gmtime",                    WRITE, READ)  \
    L(LOCALTIME,   libcall_date,         "localtime",                 WRITE, READ)  \
    L(MKTIME,      libcall_mktime,       "mktime",                    WRITE, NONE)  \
    L(ASCTIME,     libcall_asctime,      "asctime",                   WRITE, READ)  \
    L(CTIME,       libcall_asctime,      "ctime",                     WRITE, READ)  \
    L(STRFTIME,    libcall_strftime,     "strftime",                  WRITE, READ)  \
    L(SIGPENDING,  libcall_sigpending,   "sigpending",                READ,  WRITE) \
    L(EXCEPTION,   libcall_exception,    "exception",                 WRITE, READ)  \
    L(TAKE,        libcall_take,         "read from a file",          WRITE, NONE)  \
    L(SCAN,        libcall_scan,         "scanf",                     WRITE, NONE)  \
    L(LSEEK,       libcall_lseek,        "seek in a file",            WRITE, NONE)  \
    L(UNREAD,      libcall_unread,       "ungetc",                    WRITE, NONE)  \
    L(PUT,         libcall_put,          "write to a temporary file", WRITE, READ)  \
    L(OPEN,        libcall_open,         "open a file",               WRITE, READ)  \
    L(CLOSE,       libcall_close,        "close a file",              WRITE, NONE)  \
    L(FDOPEN,      libcall_fdopen,       "fdopen",                    WRITE, NONE)  \
    L(MKSTEMP,     libcall_mkstemp,      "make a temporary file",     WRITE, WRITE) \
    L(UNLINK,      libcall_unlink,       "remove a file",             WRITE, READ)  \
    L(CLOSE_STANDARD, libcall_close_standard, "close a standard stream", WRITE, WRITE) \
    L(SET_ATTRIBUTE, libcall_attribute,  "attribute",                 WRITE, READ)  \
    L(GET_ATTRIBUTE, libcall_attribute,  "attribute",                 READ,  WRITE) \
    L(CANCELSTATE, libcall_cancel_state, "pthread_setcancelstate",    WRITE, WRITE) \
    L(CANCELTYPE,  libcall_cancel_type,  "pthread_setcanceltype",     WRITE, WRITE) \
    L(FILE_ATTRIBUTE, libcall_file_attribute, "change attributes of a file", WRITE, READ) \
    L(TIMER,       libcall_timer,        "timer",                     WRITE, WRITE) \
    L(SETJMP,      libcall_setjmp,       "setjmp",                    WRITE, NONE)  \
    L(DLOPEN,      libcall_dlopen,       "dlopen",                    WRITE, NONE)  \
    L(DLCLOSE,     libcall_dlclose,      "dlclose",                   WRITE, NONE)  \
    L(WRITE_BOTH,  libcall_write_both,   "call of libstdc++",         WRITE, WRITE)

enum libcall_detail {
#define L(name, body, word, first, second) LIBCALL_##name,
    LIBCALL_TABLE(L)
#undef L
    LIBCALLS
};

/* Has the library's state, or its static buffer, no lock, so that two calls race? Manuals call such functions MT-Unsafe. */
static inline bool libcall_is_unlocked(unsigned detail)
{
    switch (detail) {
    case LIBCALL_RAND48:
    case LIBCALL_SRAND48:
    case LIBCALL_SEED48:
    case LIBCALL_LCONG48:
    case LIBCALL_STRTOK:
    case LIBCALL_STREAM_USE:
    case LIBCALL_STREAM_LOOK:
    case LIBCALL_GMTIME:
    case LIBCALL_LOCALTIME:
    case LIBCALL_ASCTIME:
    case LIBCALL_CTIME: return true;
    default:            return false;
    }
}

#endif
