/* string.c - memcpy, strlen and their kin as operations of the program.
 *
 * A stand-in announces which memory the function will read and write; the work itself is done by string_semantics.c when
 * the operation is performed. How much a function touches depends on the strings, so they are measured first (by the
 * engine, where a wild pointer is caught), and again when the operation is performed, for another thread may have changed
 * them in between. Each function is one operation: threads do not interleave within it.
 *
 * This is the one file in which memcpy and the like are not redirected to the runtime's own; see base/bytes.c.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "probe/libc.h"

void  *mz__memcpy(void *to, const void *from, size_t n);
void  *mz__memmove(void *to, const void *from, size_t n);
void  *mz__memset(void *to, int byte, size_t n);
int    mz__memcmp(const void *a, const void *b, size_t n);
size_t mz__strlen(const char *s);

/* The size of an operation's memory has 32 bits; longer ranges are handled piece by piece. */
enum { PIECE = 1 << 30 };

static inline uint32_t clipped(uint64_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* Measuring */

static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    t->result[0] = string_measure(op->order, op->detail, op->arg[0], op->arg[1], op->arg[2]);
    return PERFORM_RESUME;
}

#define MEASURE(kind, detail, a, b, limit)                                                                        \
    announce_from(CALLER, OP_CALL | ANNOUNCE_DETAIL(detail) | ANNOUNCE_ORDER(kind), (const void *)(uintptr_t)measure, 0, \
                  (uint64_t)(a), (uint64_t)(b), limit)
#define FIRST(sizes)  ((uint32_t)(sizes))
#define SECOND(sizes) ((sizes) >> 32)

/* Announce as the stand-in's last act. */
#define ANNOUNCE_STRING_READ(detail, s, byte, limit)                            \
    ({                                                                          \
        uint64_t sizes = MEASURE(OP_READ, detail, s, byte, limit);              \
        mz__announce(OP_READ | ANNOUNCE_DETAIL(detail), s, FIRST(sizes), 0, (uint64_t)(byte), limit); \
    })
#define ANNOUNCE_STRING_PAIR(kind, detail, a, b, limit)                         \
    ({                                                                          \
        uint64_t sizes = MEASURE(kind, detail, a, b, limit);                    \
        mz__announce(kind | ANNOUNCE_DETAIL(detail), a, FIRST(sizes), (uint64_t)(b), SECOND(sizes), limit); \
    })

/* Blocks of memory */

/* The last page that a program could have, and never has. A range that reaches it was meant to be shorter (a length that was
 * negative), and ends there at once: not after gigabytes were noted. */
#if defined(__x86_64__)
static const uint64_t beyond = ((uint64_t)1 << 47) - 4096;
#else
static const uint64_t beyond = ((uint64_t)1 << 48) - 4096;
#endif

static inline void *start_of_pieces(void *start, size_t n)
{
    return (uint64_t)start < beyond && n > beyond - (uint64_t)start ? (void *)beyond : start;
}

/* pc: where the program called. */
static __attribute__((noinline)) void copy_pieces(uint64_t pc, enum copy_detail detail, char *to, const char *from, size_t n)
{
    to = start_of_pieces(to, n);
    bool down = detail == COPY_MOVE && (uint64_t)to != beyond && (uintptr_t)to - (uintptr_t)from < n;
    for (size_t done = 0; done < n;) {
        size_t piece = n - done < PIECE ? n - done : PIECE, at = down ? n - done - piece : done;
        announce_from(pc, OP_COPY | ANNOUNCE_DETAIL(detail), to + at, piece, (uint64_t)(from + at), piece, 0);
        done += piece;
    }
}

static __attribute__((noinline)) void fill_pieces(uint64_t pc, char *to, int byte, size_t n)
{
    to = start_of_pieces(to, n);
    for (size_t done = 0; done < n;) {
        size_t piece = n - done < PIECE ? n - done : PIECE;
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILL), to + done, piece, 0, 0, (uint8_t)byte);
        done += piece;
    }
}

/* Always part of the stand-in, whose return address they use. */
static inline __attribute__((always_inline)) void *copy(enum copy_detail detail, void *to, const void *from, size_t n)
{
    if (!probe_inside()) {
        mz__memmove(to, from, n);
        return detail == COPY_FORWARD_END ? (char *)to + n : to;
    }
    if (n > PIECE) {
        copy_pieces(CALLER, detail, to, from, n);
        return detail == COPY_FORWARD_END ? (char *)to + n : to;
    }
    return (void *)mz__announce(OP_COPY | ANNOUNCE_DETAIL(detail), to, n, (uint64_t)from, n, 0);
}

static inline __attribute__((always_inline)) void *fill(void *to, int byte, size_t n)
{
    if (!probe_inside())
        return mz__memset(to, byte, n);
    if (n > PIECE) {
        fill_pieces(CALLER, to, byte, n);
        return to;
    }
    return (void *)mz__announce(OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILL), to, n, 0, 0, (uint8_t)byte);
}

EXPORT void *memcpy(void *to, const void *from, size_t n)
{
    return copy(COPY_FORWARD, to, from, n);
}

EXPORT void *memmove(void *to, const void *from, size_t n)
{
    return copy(COPY_MOVE, to, from, n);
}

EXPORT void *mempcpy(void *to, const void *from, size_t n)
{
    return copy(COPY_FORWARD_END, to, from, n);
}

EXPORT void *memset(void *to, int byte, size_t n)
{
    return fill(to, byte, n);
}

EXPORT void bcopy(const void *from, void *to, size_t n)
{
    copy(COPY_MOVE, to, from, n);
}

EXPORT void bzero(void *to, size_t n)
{
    fill(to, 0, n);
}

STAND_IN(void, explicit_bzero, void *to, size_t n)
{
    fill(to, 0, n);
}

static inline int compare_memory(const void *a, const void *b, size_t n)
{
    if (!probe_inside())
        return mz__memcmp(a, b, n);
    return mz__announce_int(OP_COMPARE, a, clipped(n), (uint64_t)b, clipped(n), n);
}

EXPORT int memcmp(const void *a, const void *b, size_t n)
{
    return compare_memory(a, b, n);
}

EXPORT int bcmp(const void *a, const void *b, size_t n)
{
    return compare_memory(a, b, n);
}

/* Reading strings */

EXPORT size_t strlen(const char *s)
{
    if (!probe_inside())
        return mz__strlen(s);
    return ANNOUNCE_STRING_READ(READ_STRLEN, s, 0, 0);
}

EXPORT size_t strnlen(const char *s, size_t limit)
{
    if (!probe_inside())
        return REAL(strnlen)(s, limit);
    return ANNOUNCE_STRING_READ(READ_STRNLEN, s, 0, limit);
}

EXPORT void *memchr(const void *s, int byte, size_t n)
{
    if (!probe_inside())
        return REAL(memchr)(s, byte, n);
    return (void *)ANNOUNCE_STRING_READ(READ_MEMCHR, s, (uint8_t)byte, n);
}

EXPORT char *strchr(const char *s, int byte)
{
    if (!probe_inside())
        return REAL(strchr)(s, byte);
    return (char *)ANNOUNCE_STRING_READ(READ_STRCHR, s, (uint8_t)byte, 0);
}

EXPORT char *strrchr(const char *s, int byte)
{
    if (!probe_inside())
        return REAL(strrchr)(s, byte);
    return (char *)ANNOUNCE_STRING_READ(READ_STRRCHR, s, (uint8_t)byte, 0);
}

EXPORT int strcmp(const char *a, const char *b)
{
    if (!probe_inside())
        return REAL(strcmp)(a, b);
    uint64_t sizes = MEASURE(OP_COMPARE, COMPARE_STRINGS, a, b, 0);
    return mz__announce_int(OP_COMPARE | ANNOUNCE_DETAIL(COMPARE_STRINGS), a, FIRST(sizes), (uint64_t)b, SECOND(sizes), 0);
}

EXPORT int strncmp(const char *a, const char *b, size_t limit)
{
    if (!probe_inside())
        return REAL(strncmp)(a, b, limit);
    uint64_t sizes = MEASURE(OP_COMPARE, COMPARE_BOUNDED, a, b, limit);
    return mz__announce_int(OP_COMPARE | ANNOUNCE_DETAIL(COMPARE_BOUNDED), a, FIRST(sizes), (uint64_t)b, SECOND(sizes), limit);
}

EXPORT char *strstr(const char *s, const char *wanted)
{
    if (!probe_inside())
        return REAL(strstr)(s, wanted);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COMPARE, COMPARE_FIND, s, wanted, 0);
}

/* Writing strings */

EXPORT char *strcpy(char *to, const char *from)
{
    if (!probe_inside())
        return mz__memcpy(to, from, mz__strlen(from) + 1);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_STRING, to, from, 0);
}

EXPORT char *stpcpy(char *to, const char *from)
{
    if (!probe_inside()) {
        size_t n = mz__strlen(from);
        return (char *)mz__memcpy(to, from, n + 1) + n;
    }
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_STRING_END, to, from, 0);
}

EXPORT char *strncpy(char *to, const char *from, size_t limit)
{
    if (!probe_inside())
        return REAL(strncpy)(to, from, limit);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_STRING_PAD, to, from, limit);
}

EXPORT char *stpncpy(char *to, const char *from, size_t limit)
{
    if (!probe_inside())
        return REAL(stpncpy)(to, from, limit);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_STRING_PAD_END, to, from, limit);
}

EXPORT char *strcat(char *to, const char *from)
{
    if (!probe_inside())
        return REAL(strcat)(to, from);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_APPEND, to, from, 0);
}

EXPORT char *strncat(char *to, const char *from, size_t limit)
{
    if (!probe_inside())
        return REAL(strncat)(to, from, limit);
    return (char *)ANNOUNCE_STRING_PAIR(OP_COPY, COPY_APPEND_SOME, to, from, limit);
}

/* Duplicates: as in libc, the length is taken first, then memory, then the bytes. */

static inline size_t length_from(uint64_t pc, enum read_detail detail, const char *s, size_t limit)
{
    uint64_t sizes = announce_from(pc, OP_CALL | ANNOUNCE_DETAIL(detail) | ANNOUNCE_ORDER(OP_READ),
                                   (const void *)(uintptr_t)measure, 0, (uint64_t)s, 0, limit);
    return announce_from(pc, OP_READ | ANNOUNCE_DETAIL(detail), s, FIRST(sizes), 0, 0, limit);
}

static inline char *duplicate(uint64_t pc, const char *s, size_t n)
{
    char *to = CALL_FROM(pc, calloc(n + 1, 1));
    if (!to)
        return NULL;
    return (char *)announce_from(pc, OP_COPY | ANNOUNCE_DETAIL(COPY_FORWARD), to, n, (uint64_t)s, n, 0);
}

STAND_IN(char *, strdup, const char *s)
{
    if (!probe_inside())
        return REAL_AS(strdup, char *(*)(const char *))(s);
    size_t n = length_from(CALLER, READ_STRLEN, s, 0);
    return duplicate(CALLER, s, n);
}

STAND_IN(char *, __strdup, const char *s)
{
    if (!probe_inside())
        return REAL_AS(__strdup, char *(*)(const char *))(s);
    size_t n = length_from(CALLER, READ_STRLEN, s, 0);
    return duplicate(CALLER, s, n);
}

STAND_IN(char *, strndup, const char *s, size_t limit)
{
    if (!probe_inside())
        return REAL_AS(strndup, char *(*)(const char *, size_t))(s, limit);
    size_t n = length_from(CALLER, READ_STRNLEN, s, limit);
    return duplicate(CALLER, s, n);
}

/* What compilers call instead: fortified forms, and clang's own names from version 15 on. */

static inline uint64_t overflow(void)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
}

/* A fortified function aborts if it needs more than there is room. */
#define FORTIFIED(name, needed, call, ...)          \
    STAND_IN(void *, name, __VA_ARGS__, size_t room) \
    {                                               \
        if (probe_inside() && (needed) > room)  \
            return (void *)overflow();              \
        return call;                                \
    }

FORTIFIED(__memcpy_chk, n, copy(COPY_FORWARD, to, from, n), void *to, const void *from, size_t n)
FORTIFIED(__memmove_chk, n, copy(COPY_MOVE, to, from, n), void *to, const void *from, size_t n)
FORTIFIED(__mempcpy_chk, n, copy(COPY_FORWARD_END, to, from, n), void *to, const void *from, size_t n)
FORTIFIED(__memset_chk, n, fill(to, byte, n), void *to, int byte, size_t n)
FORTIFIED(__strncpy_chk, n, strncpy(to, from, n), char *to, const char *from, size_t n)
FORTIFIED(__stpncpy_chk, n, stpncpy(to, from, n), char *to, const char *from, size_t n)

#define FORTIFIED_MEASURED(name, detail, limit, call, ...)                      \
    STAND_IN(void *, name, __VA_ARGS__, size_t room)                            \
    {                                                                           \
        if (probe_inside() && FIRST(MEASURE(OP_COPY, detail, to, from, limit)) > room) \
            return (void *)overflow();                                          \
        return call;                                                            \
    }

FORTIFIED_MEASURED(__strcpy_chk, COPY_STRING, 0, strcpy(to, from), char *to, const char *from)
FORTIFIED_MEASURED(__stpcpy_chk, COPY_STRING, 0, stpcpy(to, from), char *to, const char *from)
FORTIFIED_MEASURED(__strcat_chk, COPY_APPEND, 0, strcat(to, from), char *to, const char *from)
FORTIFIED_MEASURED(__strncat_chk, COPY_APPEND_SOME, n, strncat(to, from, n), char *to, const char *from, size_t n)

STAND_IN(void *, __tsan_memcpy, void *to, const void *from, uintptr_t n)
{
    return copy(COPY_FORWARD, to, from, n);
}

STAND_IN(void *, __tsan_memmove, void *to, const void *from, uintptr_t n)
{
    return copy(COPY_MOVE, to, from, n);
}

STAND_IN(void *, __tsan_memset, void *to, int byte, uintptr_t n)
{
    return fill(to, byte, n);
}
