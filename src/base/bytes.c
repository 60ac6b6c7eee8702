/* bytes.c - the runtime's own memcpy, memmove, memset, memcmp and strlen.
 *
 * The runtime exports functions of these names (probe/string/string.c) that are operations of the program, so it must not call
 * them itself. The build renames every reference to them in the runtime's other objects, and the definitions here, to
 * mz__memcpy and so on; compilers may thus go on emitting calls of memcpy for copies of structs.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A loop that copies must not be turned into a call of the very function that it implements. */
#if defined(__clang__)
#define PLAIN __attribute__((no_builtin("memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen")))
#else
#define PLAIN __attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif

typedef uint8_t  vector __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));
typedef uint16_t quarter __attribute__((aligned(1), may_alias));
typedef uint64_t whole __attribute__((may_alias));

/* From this size on the processor's own string instructions win over a loop of vectors. */
enum { LONG_COPY = 1024 };

/* Load both ends before storing either: right for overlapping ranges, too. */
#define COPY_ENDS(type)                                                             \
    do {                                                                            \
        type first = *(const type *)from, last = *(const type *)(from + n - sizeof(type)); \
        *(type *)to = first;                                                        \
        *(type *)(to + n - sizeof(type)) = last;                                    \
    } while (0)

/* Up to 32 bytes, overlapping or not. */
PLAIN static inline void copy_short(uint8_t *to, const uint8_t *from, size_t n)
{
    if (n >= sizeof(vector))
        COPY_ENDS(vector);
    else if (n >= sizeof(word))
        COPY_ENDS(word);
    else if (n >= sizeof(half))
        COPY_ENDS(half);
    else if (n >= sizeof(quarter))
        COPY_ENDS(quarter);
    else if (n)
        *to = *from;
}

/* More than 16 bytes; right also if `to` lies below `from`. */
PLAIN static inline void copy_up(uint8_t *to, const uint8_t *from, size_t n)
{
#if defined(__x86_64__)
    if (n >= LONG_COPY && (size_t)(from - to) >= 64) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
        return;
    }
#endif
    vector last = *(const vector *)(from + n - sizeof(vector));
    uint8_t *end = to + n - sizeof(vector);
    for (; to < end; to += sizeof(vector), from += sizeof(vector))
        *(vector *)to = *(const vector *)from;
    *(vector *)end = last;
}

/* More than 16 bytes, `to` above `from`. */
PLAIN static inline void copy_down(uint8_t *to, const uint8_t *from, size_t n)
{
    vector first = *(const vector *)from;
    size_t i = n;
    for (; i > sizeof(vector); i -= sizeof(vector))
        *(vector *)(to + i - sizeof(vector)) = *(const vector *)(from + i - sizeof(vector));
    *(vector *)to = first;
}

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    if (n <= 2 * sizeof(vector))
        copy_short(to, from, n);
    else
        copy_up(to, from, n);
    return to;
}

PLAIN void *memmove(void *to, const void *from, size_t n)
{
    if (n <= 2 * sizeof(vector))
        copy_short(to, from, n);
    else if ((uintptr_t)to - (uintptr_t)from >= n)
        copy_up(to, from, n);
    else
        copy_down(to, from, n);
    return to;
}

PLAIN static inline void fill_short(uint8_t *to, uint64_t pattern, size_t n)
{
    if (n >= sizeof(word)) {
        *(word *)to = pattern;
        *(word *)(to + n - sizeof(word)) = pattern;
    } else if (n >= sizeof(half)) {
        *(half *)to = (half)pattern;
        *(half *)(to + n - sizeof(half)) = (half)pattern;
    } else if (n >= sizeof(quarter)) {
        *(quarter *)to = (quarter)pattern;
        *(quarter *)(to + n - sizeof(quarter)) = (quarter)pattern;
    } else if (n) {
        *to = (uint8_t)pattern;
    }
}

PLAIN void *memset(void *to, int byte, size_t n)
{
    uint64_t pattern = (uint8_t)byte * 0x0101010101010101u;
    uint8_t *at = to;
    if (n <= 2 * sizeof(word)) {
        fill_short(at, pattern, n);
        return to;
    }
#if defined(__x86_64__)
    if (n >= LONG_COPY) {
        void *rest = to;
        __asm__ volatile("rep stosb" : "+D"(rest), "+c"(n) : "a"(byte) : "memory");
        return to;
    }
#endif
    uint8_t *end = at + n - sizeof(word);
    for (; at < end; at += sizeof(word))
        *(word *)at = pattern;
    *(word *)end = pattern;
    return to;
}

PLAIN int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *p = a, *q = b;
    for (; n >= sizeof(word); n -= sizeof(word), p += sizeof(word), q += sizeof(word)) {
        uint64_t x = *(const word *)p, y = *(const word *)q;
        if (x != y) {
            /* Little-endian: the first byte in memory decides, so it must become the highest. */
            return __builtin_bswap64(x) < __builtin_bswap64(y) ? -1 : 1;
        }
    }
    for (; n; n--, p++, q++)
        if (*p != *q)
            return *p < *q ? -1 : 1;
    return 0;
}

/* Reads whole aligned words, which never reach into a page that the string does not touch. */
PLAIN size_t strlen(const char *s)
{
    const char *at = s;
    for (; (uintptr_t)at % sizeof(whole); at++)
        if (!*at)
            return (size_t)(at - s);
    for (;; at += sizeof(whole)) {
        uint64_t x = *(const whole *)at;
        uint64_t zeros = (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
        if (zeros)
            return (size_t)(at - s) + (size_t)__builtin_ctzll(zeros) / 8;
    }
}
