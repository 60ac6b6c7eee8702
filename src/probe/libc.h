/* libc.h - declarations that the stand-ins for libc share: the flavours of their operations (op.detail), and their
 * semantics.
 *
 * The work of a libc function is done by the semantics of its operation, on the engine's stack, and every change of the
 * program's memory is noted. Most stand-ins are one announcement, as a tail call. Those that announce more than once, or
 * cannot give up their frame (variable arguments), say with announce_from() where the program called them.
 */
#ifndef MZ_PROBE_LIBC_H
#define MZ_PROBE_LIBC_H

#include <stdarg.h>
#include <stddef.h>

#include "model/libcalls.h"
#include "probe/probe.h"
#include "world/hot.h"

/* The address to which the stand-in itself returns. One that asks for it has a frame, and calls functions that do: they must not
 * find there what the program left behind earlier, or it would be part of the state. */
#define CALLER (probe_wipe_stack(), (uint64_t)__builtin_return_address(0))

/* A stand-in for a function that has no prototype, or whose prototype says that it does not return (which would forbid the
 * tail call). */
#define STAND_IN(type, name, ...)                                 \
    EXPORT type stand_in_##name(__VA_ARGS__) __asm__(#name);      \
    EXPORT type stand_in_##name(__VA_ARGS__)

/* The real function behind it: REAL_AS(abort, void (*)(void))(). */
#define REAL_AS(name, type)                                                         \
    ({                                                                              \
        static void *real_slot;                                                     \
        (__typeof__(type))(real_slot ? real_slot : probe_real(#name, &real_slot));  \
    })

/* Announce on behalf of a call in the program that returns to pc. */
static inline uint64_t announce_from(uint64_t pc, uint32_t kind, const volatile void *addr, uint64_t size, uint64_t a,
                                     uint64_t b, uint64_t c)
{
    mz__hot.running->op.arg[3] = pc;
    return mz__announce(kind, addr, size, a, b, c);
}

static inline uint64_t announce_call_from(uint64_t pc, probe_body *body, uint64_t a, uint64_t b, uint64_t c)
{
    return announce_from(pc, OP_CALL, (const void *)(uintptr_t)body, 0, a, b, c);
}

/* A stand-in calls another one (calloc) on behalf of a call in the program that returns to pc: what that announces first is at pc.
 * Compilers know calloc, and that it looks at no memory. */
#define CALL_FROM(pc, call)                               \
    ({                                                    \
        mz__hot.running->op.arg[3] = (pc);                \
        __asm__ volatile("" ::: "memory");                \
        __typeof__(call) called_ = (call);                \
        __asm__ volatile("" ::: "memory");                \
        mz__hot.running->op.arg[3] = 0;                   \
        called_;                                          \
    })

/* The other half, when the operation is completed (semantics.h) or performed. */
static inline void announced_from(struct op *op)
{
    if (op->arg[3]) {
        op->pc = op->arg[3];
        op->arg[3] = 0;
    }
}

/* OP_READ. Hooks of the compiler have detail 0. */
enum read_detail {
    READ_PLAIN,
    READ_FOR,     /* by a stand-in that goes on to announce what it does with the memory */
    READ_STRLEN,
    READ_STRNLEN, /* arg[2]: limit */
    READ_MEMCHR,  /* arg[1]: byte; arg[2]: limit */
    READ_STRCHR,  /* arg[1]: byte */
    READ_STRRCHR, /* arg[1]: byte */
};

static inline void announce_read_from(uint64_t pc, const volatile void *addr, uint64_t size)
{
    announce_from(pc, OP_READ | ANNOUNCE_DETAIL(READ_FOR), addr, size, 0, 0, 0);
}

/* The last of several pieces, all of which are used when it was performed. */
static inline void announce_last_read_from(uint64_t pc, const volatile void *addr, uint64_t size)
{
    announce_from(pc, OP_READ | ANNOUNCE_DETAIL(READ_FOR) | ANNOUNCE_ORDER(OP_LAST_OF_SEVERAL), addr, size, 0, 0, 0);
}

/* OP_WRITE */
enum write_detail {
    WRITE_PLAIN,
    WRITE_FILL = 3, /* arg[2]: byte. Returns the address */
    WRITE_FROM,     /* arg[0]: where to copy from; arg[1]: result */
    WRITE_FORMAT,   /* arg[0]: format; arg[1]: struct arguments; arg[2]: room. Returns the length of the text */
    WRITE_FILE,     /* descriptors.c */
};

/* The product of a stand-in, in memory that no other thread changes, goes to the program, and `result` is returned. */
static inline long announce_give_from(uint64_t pc, void *to, const void *from, size_t size, long result)
{
    return (long)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, size, (uint64_t)from, (uint64_t)result, 0);
}

/* OP_COPY: from arg[0], of which arg[1] bytes are read */
enum copy_detail {
    COPY_PLAIN,
    COPY_FORWARD,        /* memcpy */
    COPY_MOVE,           /* memmove */
    COPY_FORWARD_END,    /* mempcpy */
    COPY_STRING,         /* strcpy */
    COPY_STRING_END,     /* stpcpy */
    COPY_STRING_PAD,     /* strncpy; arg[2]: limit */
    COPY_STRING_PAD_END, /* stpncpy; arg[2]: limit */
    COPY_APPEND,         /* strcat */
    COPY_APPEND_SOME,    /* strncat; arg[2]: limit */
};

/* OP_COMPARE: with arg[0], of which arg[1] bytes are read; arg[2]: limit */
enum compare_detail {
    COMPARE_MEMORY,
    COMPARE_STRINGS,
    COMPARE_BOUNDED,
    COMPARE_FIND,
    COMPARE_FOR, /* by a stand-in that goes on to do it itself */
};

/* OP_OUTPUT: detail is the descriptor (1, 2, or that of a file), order says what the operands are. */
enum output_form {
    OUTPUT_BYTES,     /* [addr, addr + size); arg[1]: result */
    OUTPUT_WRITE,     /* the same, by write itself */
    OUTPUT_LINE,      /* the same and a newline */
    OUTPUT_CHARACTER, /* arg[0]: the character */
    OUTPUT_FORMAT,    /* addr: format; arg[0]: struct arguments. Returns the length of the text */
    OUTPUT_ERROR,     /* perror; addr: prefix or NULL */
};

/* OP_FAULT: detail is the enum fault_kind.
 *   FAULT_REFUSED    addr: name of the function; arg[0]: what about it ("is not supported"); arg[1]: enum refusal
 *   FAULT_ABORT      addr: a sentence
 *   FAULT_ASSERTION  addr: expression; arg[0]: file; arg[1]: line; arg[2]: function
 *   FAULT_CRASH, FAULT_STACK, FAULT_RUNAWAY  addr: a word for it; arg[0]: signal; arg[1]: address; arg[2]: the instruction */

/* OP_LIBCALL (model/libcalls.h). addr: the function's state; arg[0], arg[1]: a second object and its size; arg[2]: operand.
 *   SRAND, SRAND48        arg[2]: seed
 *   RAND_R                addr: the program's seed
 *   RAND48                addr: 48 bits, the generator's own or the program's; returns the next ones
 *   SEED48, LCONG48       arg[2]: 3 or 7 numbers, kept by the stand-in
 *   ENTROPY               second: where the bytes go, if any; arg[2]: result; without, it is 8 bytes (entropy.c)
 *   STRTOK                addr: string; second: where to go on; arg[2]: delimiters, kept by the stand-in; order: which (strtok.c)
 *   ATEXIT                arg[0]: argument; arg[2]: function; order: how to call it
 *   FLOCK, -_PASS, FUNLOCK, FTRYLOCK  addr: the lock of a stream
 *   STREAM_USE, -_LOOK    addr: a pointer in a stream that stands for all that it keeps (streams.c)
 *   SIGNAL                arg[2]: new disposition
 *   SIGACTION             second: where the old action goes; arg[2]: new action, kept by the stand-in, or NULL
 *   EXCHANGE              addr and second: elements of an array
 *   GMTIME, LOCALTIME     addr: where the date goes; second: the time
 *   MKTIME                addr: the date
 *   ASCTIME, CTIME        addr: where the text goes; second: the date, or the time
 *   STRFTIME              addr: where the text goes; second: the date; arg[2]: struct strftime_call
 *   CLOSE, FDOPEN         addr: the descriptor (descriptors.c)
 *   SCAN                  addr: the descriptor; second: the file; arg[2]: struct scan_call (scan.c)
 *   TAKE, PUT, LSEEK, FTRUNCATE, UNREAD  the same; arg[2]: struct file_call (file_transfer.c)
 *   FILE_CONTROL          the same; arg[2]: struct control_call (file_control.c)
 *   FILE_LOCK             addr: all of them; arg[2]: descriptor and, in the upper half, how (file_control.c)
 *   OPEN                  addr: all of them; second: path (opening.c)
 *   MKSTEMP               addr: all of them; second: template (temporary.c)
 *   UNLINK, RENAME, TRUNCATE  addr: all of them; second: path; arg[2]: the other path, or the length (file_names.c)
 *   MAP_FILE, UNMAP_FILE  addr: all of them; arg[2]: struct map_call (file_maps.c)
 *   CLOSE_STANDARD        addr: whether it is closed; second: all descriptors (streams.c)
 *   SET_-, GET_ATTRIBUTE  addr: the attribute; second: where its value is or goes, or arg[0]: the value; arg[2]: the real function
 *   SETJMP, LONGJMP       addr: the buffer (jump.c)
 *   CANCELSTATE, -TYPE    addr: the thread's state; second: where the old value goes; arg[2]: value
 *   TIMER                 addr: all of them; second: what is written, if anything; arg[2]: timer; order: which function (timers.c)
 *   SIGPENDING            second: where the set goes
 *   WRITE_BOTH            the real function writes to both afterwards */
#define L(name, body, word, first, second, lock) probe_body body;
LIBCALL_TABLE(L)
#undef L

#define LIBCALL(name) (OP_LIBCALL | ANNOUNCE_DETAIL(LIBCALL_##name))

/* flockfile waits, and so does a function that uses the stream. */
static inline bool libcall_waits(const struct op *op) { return op->detail == LIBCALL_FLOCK || op->detail == LIBCALL_FLOCK_PASS; }
bool      libcall_flock_enabled(const struct thread *t, const struct op *op);
threadset libcall_flock_holders(const struct op *op);

/* And so does flock, of a file: by now, whatever order says, or when it is free. */
bool libcall_file_lock_enabled(const struct op *op);

/* What an operation on a file touches where that is mapped (file_maps.c): how many ranges. */
int file_maps_touched(const struct op *op, struct access out[SEMANTICS_ALSO]);

/* A va_list that can be passed by address on every architecture. */
struct arguments {
    va_list list;
};

/* Format into the runtime's own buffer; the text is valid until the next call. Engine only. */
struct text {
    const char *bytes;
    int         length; /* negative: the format or an argument is wrong */
};
struct text output_format(struct thread *t, const char *format, struct arguments *arguments);

/* Copy the text made last, cut to size - 1 bytes and terminated. Engine only. */
void output_take(char *to, size_t size);

/* Strings that a format reads: the nth one (from 0) and the number of bytes read of it. Engine only. */
enum format_found {
    FORMAT_STRING,
    FORMAT_END,
    FORMAT_COUNTS, /* it has %n, which writes */
    FORMAT_LONG,   /* it has strings, and more arguments than can be told apart */
};
enum { FORMAT_MAX_ARGUMENTS = 64 };
struct format_string {
    uint64_t addr, size;
};
enum format_found format_nth_string(const char *format, struct arguments *arguments, unsigned nth,
                                    struct format_string *found);

/* Saved values of registers that hold no argument are whatever happened to be in them, and would tell equal states apart. For a function
 * that has its arguments spelt out: the list of another's caller may be read on. */
void format_clear_unused(const char *format, struct arguments *arguments);

/* Sizes of the operands that string functions read and write: first size | second size << 32. Engine only. */
uint64_t string_measure(enum op_kind kind, unsigned detail, uint64_t a, uint64_t b, uint64_t limit);

/* The work of exit, for a call in the program that returns to pc (exit.c). */
void exit_from(uint64_t pc, int status);

/* Body of OP_CALL: set errno of the thread to arg[0] and return arg[1]. */
probe_body libc_fail;

/* The call fails: -1, and the error in errno. */
static inline int announce_failure_from(uint64_t pc, int error)
{
    return (int)announce_call_from(pc, libc_fail, (uint64_t)error, (uint64_t)-1, 0);
}

extern const struct semantics read_semantics, write_semantics, copy_semantics, compare_semantics, libcall_semantics;
extern const struct semantics output_semantics, fault_semantics, process_exit_semantics;
extern const struct semantics sleep_semantics, yield_semantics;
extern const struct semantics choose_semantics, assume_semantics, await_others_semantics, atomic_begin_semantics, atomic_end_semantics;

#endif
