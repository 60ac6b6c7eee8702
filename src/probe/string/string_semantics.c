/* string_semantics.c - semantics of reads, writes, copies and comparisons of memory, whether they were announced by a
 * hook of the compiler (detail 0: the program itself will do it) or by a stand-in of string.c (done here). */
#include <string.h>

#include "probe/files/descriptors.h"
#include "probe/libc.h"

/* Measuring */

static uint64_t sizes(uint64_t first, uint64_t second)
{
    const uint64_t most = UINT32_MAX;
    return (first < most ? first : most) | (second < most ? second : most) << 32;
}

static uint64_t whole_string(const char *s)
{
    return strlen(s) + 1;
}

/* Up to and with the first `byte`, or the first NUL if it counts; at most limit. */
static uint64_t until(const unsigned char *s, unsigned char byte, bool or_end, uint64_t limit)
{
    uint64_t n = 0;
    while (n < limit) {
        unsigned char c = s[n++];
        if (c == byte || (or_end && c == '\0'))
            break;
    }
    return n;
}

static uint64_t bounded_string(uint64_t s, uint64_t limit)
{
    return until((const unsigned char *)s, '\0', false, limit);
}

/* Up to and with the first difference or the common end. */
static uint64_t common(const char *a, const char *b, uint64_t limit)
{
    uint64_t n = 0;
    while (n < limit && a[n] == b[n] && a[n] != '\0')
        n++;
    return n < limit ? n + 1 : n;
}

static bool ends_string(uint64_t s, uint64_t size)
{
    return size > 0 && ((const char *)s)[size - 1] == '\0';
}

static uint64_t measure_copy(unsigned detail, uint64_t to, uint64_t from, uint64_t limit)
{
    uint64_t n;
    switch (detail) {
    case COPY_STRING_PAD:
    case COPY_STRING_PAD_END: return sizes(limit, bounded_string(from, limit));
    case COPY_APPEND:
        n = whole_string((const char *)from);
        return sizes(strlen((const char *)to) + n, n);
    case COPY_APPEND_SOME:
        n = bounded_string(from, limit);
        return sizes(strlen((const char *)to) + n + !ends_string(from, n), n);
    default:
        n = whole_string((const char *)from);
        return sizes(n, n);
    }
}

static uint64_t measure_read(unsigned detail, uint64_t s, uint64_t byte, uint64_t limit)
{
    switch (detail) {
    case READ_STRNLEN: return sizes(bounded_string(s, limit), 0);
    case READ_MEMCHR: return sizes(until((const unsigned char *)s, (unsigned char)byte, false, limit), 0);
    case READ_STRCHR: return sizes(until((const unsigned char *)s, (unsigned char)byte, true, UINT32_MAX), 0);
    default: return sizes(whole_string((const char *)s), 0);
    }
}

static uint64_t measure_compare(unsigned detail, const char *a, const char *b, uint64_t limit)
{
    if (detail == COMPARE_FIND)
        return sizes(whole_string(a), whole_string(b));
    uint64_t n = common(a, b, detail == COMPARE_BOUNDED ? limit : UINT32_MAX);
    return sizes(n, n);
}

uint64_t string_measure(enum op_kind kind, unsigned detail, uint64_t a, uint64_t b, uint64_t limit)
{
    switch (kind) {
    case OP_COPY: return measure_copy(detail, a, b, limit);
    case OP_COMPARE: return measure_compare(detail, (const char *)a, (const char *)b, limit);
    default: return measure_read(detail, a, b, limit);
    }
}

/* Another thread has changed the strings since they were measured: the operation touches other memory than announced.
 * It is then pending once more, as what it has become. */
static bool outdated(struct op *op)
{
    bool one = op->kind == OP_READ;
    uint64_t now = string_measure(op->kind, op->detail, op->addr, one ? op->arg[1] : op->arg[0], op->arg[2]);
    uint32_t first = (uint32_t)now, second = (uint32_t)(now >> 32);
    if (op->size == first && (one || op->arg[1] == second))
        return false;
    op->size = first;
    if (!one)
        op->arg[1] = op->size2 = second;
    return true;
}

static enum performed done(struct thread *t, uint64_t result)
{
    t->result[0] = result;
    return PERFORM_RESUME;
}

/* Reading */

static uint64_t read_result(const struct op *op)
{
    const unsigned char *s = (const unsigned char *)op->addr;
    uint64_t n = op->size;
    switch (op->detail) {
    case READ_STRLEN: return n - 1;
    case READ_STRNLEN: return ends_string(op->addr, n) ? n - 1 : n;
    case READ_MEMCHR:
    case READ_STRCHR: return n > 0 && s[n - 1] == op->arg[1] ? op->addr + n - 1 : 0;
    case READ_STRRCHR:
        while (n > 0)
            if (s[--n] == op->arg[1])
                return op->addr + n;
        return 0;
    default: return 0;
    }
}

static enum performed read_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (op->detail == READ_PLAIN) {
        if (op->size2) /* perhaps the source of a copy whose target was announced before: see tsan_access.c */
            mem_will_write((const void *)op->addr2, op->size2);
        return PERFORM_RESUME;
    }
    announced_from(op);
    if (op->detail != READ_FOR && outdated(op))
        return PERFORM_PENDING;
    return done(t, read_result(op));
}

/* Writing */

/* The text may have changed since it was measured, when it includes strings that other threads change. */
static enum performed write_text(struct thread *t, struct op *op)
{
    struct text text = output_format(t, (const char *)op->arg[0], (struct arguments *)op->arg[1]);
    uint64_t needed = text.length < 0 ? 0 : (uint64_t)text.length + 1, room = op->arg[2];
    uint64_t size = needed < room ? needed : room;
    if (size != op->size) {
        op->size = (uint32_t)size;
        return PERFORM_PENDING;
    }
    if (size > 0) {
        mem_copy((void *)op->addr, text.bytes, size - 1);
        mem_fill((char *)op->addr + size - 1, '\0', 1);
    }
    return done(t, (uint64_t)(int64_t)text.length);
}

static enum performed write_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    void *to = (void *)op->addr;
    switch (op->detail) {
    case WRITE_FILL:
        mem_fill(to, (int)op->arg[2], op->size);
        return done(t, op->addr);
    case WRITE_FROM:
        mem_copy(to, (const void *)op->arg[0], op->size);
        return done(t, op->arg[1]);
    case WRITE_FORMAT: return write_text(t, op);
    case WRITE_FILE: return descriptor_write(t, op);
    default:
        mem_will_write(to, op->size);
        return PERFORM_RESUME;
    }
}

/* Copying */

static uint64_t copy_padded(char *to, const char *from, uint64_t read, uint64_t limit)
{
    uint64_t length = ends_string((uint64_t)from, read) ? read - 1 : read;
    mem_copy(to, from, length);
    mem_fill(to + length, '\0', limit - length);
    return length;
}

static uint64_t append(char *to, const char *from, uint64_t size, uint64_t read)
{
    uint64_t length = ends_string((uint64_t)from, read) ? read - 1 : read;
    char *end = to + size - length - 1;
    mem_copy(end, from, length);
    mem_fill(end + length, '\0', 1);
    return (uint64_t)to;
}

static uint64_t copy(const struct op *op)
{
    char *to = (char *)op->addr;
    const char *from = (const char *)op->arg[0];
    uint64_t n = op->size, read = op->arg[1];
    switch (op->detail) {
    case COPY_MOVE: mem_move(to, from, n); return op->addr;
    case COPY_FORWARD_END: mem_copy(to, from, n); return op->addr + n;
    case COPY_STRING_END: mem_copy(to, from, n); return op->addr + n - 1;
    case COPY_STRING_PAD: copy_padded(to, from, read, n); return op->addr;
    case COPY_STRING_PAD_END: return op->addr + copy_padded(to, from, read, n);
    case COPY_APPEND:
    case COPY_APPEND_SOME: return append(to, from, n, read);
    default: mem_copy(to, from, n); return op->addr;
    }
}

static enum performed copy_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (op->detail == COPY_PLAIN) {
        mem_will_write((const void *)op->addr, op->size);
        return PERFORM_RESUME;
    }
    announced_from(op);
    if (op->detail >= COPY_STRING && outdated(op))
        return PERFORM_PENDING;
    return done(t, copy(op));
}

/* Comparing */

static uint64_t find(const char *s, uint64_t size, const char *wanted, uint64_t wanted_size)
{
    uint64_t length = wanted_size - 1;
    for (uint64_t at = 0; at + length < size; at++)
        if (memcmp(s + at, wanted, length) == 0)
            return (uint64_t)(s + at);
    return 0;
}

static uint64_t compare(const struct op *op)
{
    const unsigned char *a = (const unsigned char *)op->addr, *b = (const unsigned char *)op->arg[0];
    if (op->detail == COMPARE_MEMORY)
        return (uint64_t)(int64_t)memcmp(a, b, op->size);
    if (op->detail == COMPARE_FIND)
        return find((const char *)a, op->size, (const char *)b, op->arg[1]);
    return op->size ? (uint64_t)(int64_t)(a[op->size - 1] - b[op->size - 1]) : 0;
}

static enum performed compare_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (op->detail == COMPARE_FOR)
        return PERFORM_RESUME;
    if (op->detail != COMPARE_MEMORY && outdated(op))
        return PERFORM_PENDING;
    return done(t, compare(op));
}

const struct semantics read_semantics = {.perform = read_perform};
const struct semantics write_semantics = {.complete = announced_from, .perform = write_perform};
const struct semantics copy_semantics = {.perform = copy_perform};
const struct semantics compare_semantics = {.perform = compare_perform};
