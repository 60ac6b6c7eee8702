/* libcalls.h - the flavours of OP_LIBCALL (op.detail): library functions with state of their own, which is the operation's
 * object. */
#ifndef MZ_MODEL_LIBCALLS_H
#define MZ_MODEL_LIBCALLS_H

/*        NAME         body (probe/libc.h)   what a report calls it */
#define LIBCALL_TABLE(L)                                            \
    L(RAND,        libcall_rand,         "rand")                    \
    L(SRAND,       libcall_srand,        "srand")                   \
    L(RAND_R,      libcall_rand_r,       "rand_r")                  \
    L(RAND48,      libcall_rand48,       "drand48")                 \
    L(SRAND48,     libcall_srand48,      "srand48")                 \
    L(SEED48,      libcall_seed48,       "seed48")                  \
    L(LCONG48,     libcall_lcong48,      "lcong48")                 \
    L(ENTROPY,     libcall_entropy,      "random bytes")            \
    L(STRTOK,      libcall_strtok,       "strtok")                  \
    L(ATEXIT,      libcall_atexit,       "atexit")                  \
    L(POP_HANDLER, libcall_pop_handler,  "next exit handler")       \
    L(FLOCK,       libcall_flock,        "flockfile")               \
    L(FLOCK_PASS,  libcall_flock_pass,   "use of a stream")         \
    L(FTRYLOCK,    libcall_ftrylock,     "ftrylockfile")            \
    L(FUNLOCK,     libcall_funlock,      "funlockfile")             \
    L(SIGNAL,      libcall_signal,       "signal")                  \
    L(SIGACTION,   libcall_sigaction,    "sigaction")               \
    L(EXCHANGE,    libcall_exchange,     "qsort")                   \
    L(GMTIME,      libcall_date,         "gmtime")                  \
    L(LOCALTIME,   libcall_date,         "localtime")               \
    L(MKTIME,      libcall_mktime,       "mktime")                  \
    L(ASCTIME,     libcall_asctime,      "asctime")                 \
    L(CTIME,       libcall_asctime,      "ctime")                   \
    L(STRFTIME,    libcall_strftime,     "strftime")                \
    L(SIGPENDING,  libcall_sigpending,   "sigpending")              \
    L(EXCEPTION,   libcall_exception,    "exception")               \
    L(TAKE,        libcall_take,         "read from a file")        \
    L(SCAN,        libcall_scan,         "scanf")                   \
    L(LSEEK,       libcall_lseek,        "seek in a file")          \
    L(UNREAD,      libcall_unread,       "ungetc")                  \
    L(OPEN,        libcall_open,         "open a file")             \
    L(CLOSE,       libcall_close,        "close a file")            \
    L(CLOSE_STANDARD, libcall_close_standard, "close a standard stream") \
    L(ATTRIBUTE,   libcall_attribute,    "attribute")               \
    L(CANCELSTATE, libcall_cancel_state, "pthread_setcancelstate")  \
    L(CANCELTYPE,  libcall_cancel_type,  "pthread_setcanceltype")   \
    L(FILE_ATTRIBUTE, libcall_file_attribute, "change attributes of a file")

enum libcall_detail {
#define L(name, body, word) LIBCALL_##name,
    LIBCALL_TABLE(L)
#undef L
    LIBCALLS
};

#endif
