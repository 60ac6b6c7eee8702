/* scan.c - scanf and its like, on files in the search (descriptors.h).
 *
 * One operation takes from the file all that the format matches, as libc does under the stream's lock: libc itself reads it, piece by
 * piece of the format, through a stream of ours over the rest of the file. So what is a number, what is consumed where something does
 * not match, and what the call returns is what libc says. What was read is then written to where the arguments say, by operations of
 * their own; text by its place in the file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/argument.h"
#include "probe/files/contents.h"
#include "probe/files/descriptors.h"
#include "probe/files/scan.h"
#include "probe/files/streams.h"
#include "probe/refuse.h"
#include "world/state/tcb.h"
#include "world/world.h"

enum { MOST_ITEMS = 128, MOST_PIECE = 4096 };

typedef int scanner(FILE *file, const char *format, ...);

/* Something to be written. */
struct item {
    uint64_t to;
    uint32_t size;      /* of a number; 0: text */
    uint8_t  zeros;     /* behind text */
    uint8_t  allocates; /* `to` is where the address of the block goes */
    union {
        uint64_t     value[2];
        struct taken text;
    };
};

struct scan_call {
    int               fd;
    const char       *format;
    struct arguments *arguments;
    const char       *name;
    scanner          *real;
    bool              old; /* not C99's */
};

/* Set by the body below for the stand-in that announced it; nothing comes between. */
static struct {
    struct item item[MOST_ITEMS];
    unsigned    items;
    int         result;
    bool        at_end;
    bool        full; /* there was no room for the text */
} scanned;

/* ---- the stream that libc reads from --------------------------------------------------------------------------------------------- */

static struct {
    FILE       *stream;
    const char *bytes;
    uint64_t    size, given; /* of all of them: so many are in the stream's buffer, or were */
} rest;

static ssize_t give(void *unused, char *to, size_t room)
{
    (void)unused;
    uint64_t left = rest.size - rest.given, n = left < room ? left : room;
    memcpy(to, rest.bytes + rest.given, n);
    rest.given += n;
    return (ssize_t)n;
}

static bool begin(const struct contents *c, uint64_t from)
{
    if (!rest.stream) {
        cookie_io_functions_t functions = {.read = give};
        rest.stream = REAL_AS(fopencookie, FILE * (*)(void *, const char *, cookie_io_functions_t))(&rest, "r", functions);
    }
    if (!rest.stream)
        return false;
    rest.stream->_IO_read_ptr = rest.stream->_IO_read_end;
    REAL(clearerr)(rest.stream);
    rest.bytes = c->bytes;
    rest.size = from < c->size ? c->size : from; /* it may be beyond the end */
    rest.given = from;
    return true;
}

static uint64_t here(void)
{
    return rest.given - (uint64_t)(rest.stream->_IO_read_end - rest.stream->_IO_read_ptr);
}

/* ---- piece by piece ---------------------------------------------------------------------------------------------------------------- */

enum outcome { MATCHED, NOT_MATCHED, NO_INPUT };

static char text[MOST_PIECE + 8];

/* The piece as libc is given it: without its argument unless that is a number, and with %n to tell whether it was matched. */
static bool write_piece(const struct scan_piece *p)
{
    size_t n = 0, size = (size_t)(p->end - p->from);
    if (size > MOST_PIECE)
        return false;
    if (p->is == SCAN_LITERAL || p->is == SCAN_NUMBER || p->is == SCAN_UNKNOWN) {
        memcpy(text, p->from, size);
        n = size;
    } else {
        text[n++] = '%';
        text[n++] = '*';
        memcpy(text + n, p->width, p->width_size);
        n += p->width_size;
        memcpy(text + n, p->conversion, (size_t)(p->end - p->conversion));
        n += (size_t)(p->end - p->conversion);
    }
    memcpy(text + n, p->is == SCAN_UNKNOWN ? "" : "%n", p->is == SCAN_UNKNOWN ? 1 : 3);
    return true;
}

/* What %n has made of the count says nothing: libc's own bookkeeping of blanks may be off by one. */
enum { UNTOUCHED = -1000 };

static enum outcome outcome_of(int result, int count)
{
    return count != UNTOUCHED ? MATCHED : result == EOF ? NO_INPUT : NOT_MATCHED;
}

static enum outcome scan_number(const struct scan_call *call, const struct scan_piece *p, struct item *item)
{
    int count = UNTOUCHED, result;
    long double value = 0;
    result = p->suppressed ? call->real(rest.stream, text, &count) : call->real(rest.stream, text, &value, &count);
    memcpy(item->value, &value, sizeof value);
    item->size = p->size;
    return outcome_of(result, count);
}

static enum outcome scan_text(const struct scan_call *call, const struct contents *c, const struct scan_piece *p, struct item *item)
{
    int count = UNTOUCHED;
    if (p->is == SCAN_WORD)
        call->real(rest.stream, " "); /* so that it begins here */
    uint64_t from = here();
    int result = call->real(rest.stream, text, &count);
    scanned.full |= !taken_of(c, from, here() - from, &item->text);
    item->zeros = p->is != SCAN_CHARACTERS;
    item->allocates = p->allocates;
    return outcome_of(result, count);
}

static enum outcome scan_piece(const struct scan_call *call, const struct contents *c, const struct scan_piece *p, uint64_t start,
                               struct item *item)
{
    int count = UNTOUCHED, result;
    switch (p->is) {
    case SCAN_LITERAL:
        result = call->real(rest.stream, text, &count);
        return outcome_of(result, count);
    case SCAN_NUMBER:
        return scan_number(call, p, item);
    case SCAN_COUNT:
        item->value[0] = here() - start;
        item->size = p->size;
        return MATCHED;
    case SCAN_UNKNOWN: /* it passes over blanks, and ends there */
        call->real(rest.stream, text);
        return NOT_MATCHED;
    default:
        return scan_text(call, c, p, item);
    }
}

static bool has_argument(const struct scan_piece *p)
{
    return p->is != SCAN_LITERAL && p->is != SCAN_UNKNOWN && !p->suppressed;
}

static const char *refusal(const struct scan_piece *p)
{
    return p->is == SCAN_WIDE                   ? "wide characters in a format"
           : p->is == SCAN_NUMBERED             ? "arguments by their number in a format"
           : scanned.items == MOST_ITEMS        ? "more than 128 arguments"
           : p->end - p->from > MOST_PIECE      ? "so long a format"
                                                : NULL;
}

/* What libc's own loop does with the pieces. */
static enum performed scan_all(struct thread *t, const struct scan_call *call, const struct contents *c, uint64_t start)
{
    struct arguments arguments;
    struct scan_piece p;
    const char *format = call->format, *refused = NULL;
    enum outcome outcome = MATCHED;
    int assigned = 0;
    va_copy(arguments.list, call->arguments->list);
    while (outcome == MATCHED && scan_next_piece(&format, call->old, &p) && !(refused = refusal(&p)) && write_piece(&p)) {
        struct item item = {0};
        if (has_argument(&p))
            item.to = (uint64_t)va_arg(arguments.list, void *);
        outcome = scan_piece(call, c, &p, start, &item);
        if (outcome != MATCHED || !has_argument(&p))
            continue;
        scanned.item[scanned.items++] = item;
        assigned += p.is != SCAN_COUNT;
    }
    va_end(arguments.list);
    if (refused)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s of %s is supported only before the first thread or choice", refused,
                            call->name);
    if (scanned.full)
        return world_report(t, FAULT_REFUSED, 0, 0, "so much different text from files that are written is not supported");
    scanned.result = outcome == NO_INPUT && assigned == 0 ? EOF : assigned;
    scanned.at_end = (rest.stream->_flags & STREAM_END) != 0;
    return PERFORM_RESUME;
}

/* arg[2]: struct scan_call. Returns -1 if nothing can be read there. */
enum performed libcall_scan(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct scan_call *call = (const struct scan_call *)op->arg[2];
    int fd = call->fd;
    enum performed otherwise;
    uint64_t from;
    if (descriptor_has_moved(t, op, fd))
        return PERFORM_RESUME;
    const struct contents *c = descriptor_contents(t, fd, &from, &otherwise);
    scanned.items = 0;
    scanned.full = false;
    if (!c)
        return otherwise;
    tcb_use(t->tp);
    if (!begin(c, from))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "no memory for reading from a file");
    otherwise = scan_all(t, call, c, here());
    if (otherwise != PERFORM_RESUME)
        return otherwise;
    if (here() != from)
        descriptor_move(fd, here());
    descriptor_used(fd, BY_STREAM);
    return PERFORM_RESUME;
}

/* ---- stand-ins --------------------------------------------------------------------------------------------------------------------- */

static void write_bytes(uint64_t pc, uint64_t to, const void *from, uint64_t size)
{
    announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), (void *)to, size, (uint64_t)from, 0, 0);
}

/* False: there is no memory. */
static bool write_item(uint64_t pc, const struct item *item)
{
    if (item->size) {
        write_bytes(pc, item->to, item->value, item->size);
        return true;
    }
    char *block = item->allocates ? malloc((size_t)item->text.count + item->zeros) : (char *)item->to;
    if (!block)
        return false;
    descriptor_give(pc, block, &item->text, item->zeros);
    if (item->allocates)
        write_bytes(pc, item->to, &block, sizeof block);
    return true;
}

static int scan_stream(uint64_t pc, FILE *file, const struct scan_call *call)
{
    if (!stream_reads(file)) {
        stream_set_flags(pc, file, STREAM_ERROR);
        return (int)announce_call_from(pc, libc_fail, EBADF, (uint64_t)EOF, 0);
    }
    if (descriptor_announce(pc, LIBCALL(SCAN), call->fd, (uint64_t)call) < 0) {
        stream_set_flags(pc, file, STREAM_ERROR);
        return EOF;
    }
    int result = scanned.result;
    unsigned items = scanned.items;
    bool at_end = scanned.at_end;
    struct item *item = __builtin_alloca(items * sizeof *item); /* other threads may scan while it is written */
    memcpy(item, scanned.item, items * sizeof *item);
    if (at_end)
        stream_set_flags(pc, file, STREAM_END);
    for (unsigned i = 0; i < items; i++)
        if (!write_item(pc, &item[i]))
            return EOF;
    return result;
}

static int scan(uint64_t pc, FILE *file, struct scan_call *call)
{
    call->fd = stream_descriptor(pc, file, call->name);
    stream_begin(pc, file, call->name);
    int result = scan_stream(pc, file, call);
    stream_end(pc, file, call->name);
    return result;
}

#define SCAN_BY(stream, said, plain, is_old)                                                                         \
    ({                                                                                                               \
        uint64_t pc = CALLER;                                                                                        \
        struct scan_call call = {-1, TEXT_ARGUMENT(pc, format), arguments, said, REAL_AS(plain, scanner *), is_old};     \
        scan(pc, stream, &call);                                                                                     \
    })

#define WITH_LIST(begin, call)               \
    {                                        \
        struct arguments list;               \
        begin;                               \
        struct arguments *arguments = &list; \
        int result = call;                   \
        va_end(list.list);                   \
        return result;                       \
    }
#define LISTED(call) WITH_LIST(va_start(list.list, format), call)
#define GIVEN(call)  WITH_LIST(va_copy(list.list, given), call)

/* C99's have names of their own, and so have C23's. */
#define FAMILY(prefix, is_old)                                                                                                       \
    STAND_IN(int, prefix##fscanf, FILE *file, const char *format, ...)                                                               \
    LISTED(files_are_real() ? REAL_AS(prefix##vfscanf, int (*)(FILE *, const char *, va_list))(file, format, arguments->list)        \
                            : SCAN_BY(file, "fscanf", prefix##fscanf, is_old))                                                       \
    STAND_IN(int, prefix##scanf, const char *format, ...)                                                                            \
    LISTED(files_are_real() ? REAL_AS(prefix##vscanf, int (*)(const char *, va_list))(format, arguments->list)                       \
                            : SCAN_BY(stdin, "scanf", prefix##fscanf, is_old))                                                       \
    STAND_IN(int, prefix##vfscanf, FILE *file, const char *format, va_list given)                                                    \
    GIVEN(files_are_real() ? REAL_AS(prefix##vfscanf, int (*)(FILE *, const char *, va_list))(file, format, arguments->list)         \
                           : SCAN_BY(file, "vfscanf", prefix##fscanf, is_old))                                                       \
    STAND_IN(int, prefix##vscanf, const char *format, va_list given)                                                                 \
    GIVEN(files_are_real() ? REAL_AS(prefix##vscanf, int (*)(const char *, va_list))(format, arguments->list)                        \
                           : SCAN_BY(stdin, "vscanf", prefix##fscanf, is_old))

FAMILY(, true)
FAMILY(__isoc99_, false)
FAMILY(__isoc23_, false)
