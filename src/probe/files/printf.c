/* printf.c - the printf family. The text is made by libc itself (output.c); the format, and strings that the text includes, are
 * read first, as operations, because they may be shared (argument.h, format.c).
 *
 * These stand-ins keep a frame, for they pass variable arguments on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/files/descriptors.h"
#include "probe/files/streams.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"

/* Set by the body below for the stand-in that announced it; nothing comes between. */
static uint64_t string_size;

/* arg[0]: format; arg[1]: struct arguments; arg[2]: which string. Returns its address, or 0 after the last. */
static enum performed next_string(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    struct format_string found = {0, 0};
    switch (format_nth_string((const char *)op->arg[0], (struct arguments *)op->arg[1], (unsigned)op->arg[2], &found)) {
    case FORMAT_COUNTS: return world_report(t, FAULT_REFUSED, 0, 0, "%%n in a format is not supported");
    case FORMAT_LONG:
        return world_report(t, FAULT_REFUSED, 0, 0, "a format with strings and more than %d arguments is not supported",
                            FORMAT_MAX_ARGUMENTS);
    case FORMAT_STRING: t->result[0] = found.addr ? found.addr : 1; break;
    case FORMAT_END: t->result[0] = 0; break;
    }
    string_size = found.size;
    return PERFORM_RESUME;
}

/* A string that has become longer when its thread could go on is read again. */
static void read_strings(uint64_t pc, const char *format, struct arguments *arguments)
{
    for (unsigned n = 0;; n++) {
        uint64_t s = announce_call_from(pc, next_string, (uint64_t)format, (uint64_t)arguments, n), size = 0;
        if (s == 0)
            return;
        while (string_size > size && !argument_is_constant((const void *)s)) {
            size = string_size;
            (n ? announce_last_read_from : announce_read_from)(pc, (const void *)s, size);
            announce_call_from(pc, next_string, (uint64_t)format, (uint64_t)arguments, n);
        }
    }
}

/* The text, made by libc */

enum { MOST_ON_STACK = 64 << 10 };

/* arg[0]: format; arg[1]: struct arguments. Returns the bytes needed, 0 for a mistake in them. */
static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    int length = output_format(t, (const char *)op->arg[0], (struct arguments *)op->arg[1]).length;
    t->result[0] = length < 0 ? 0 : (uint64_t)length + 1;
    return PERFORM_RESUME;
}

static uint64_t measure_from(uint64_t pc, const char *format, struct arguments *arguments)
{
    return announce_call_from(pc, measure, (uint64_t)format, (uint64_t)arguments, 0);
}

/* arg[0]: where the text just measured goes, on the thread's own stack; arg[1]: bytes for it. */
static enum performed take_text(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    output_take((char *)op->arg[0], op->arg[1]);
    return PERFORM_RESUME;
}

/* To a stream */

/* The text just measured, to a file that can be read again: made once, and kept on the stack. */
static int put_text(uint64_t pc, enum route to, uint64_t needed, enum descriptor_user user)
{
    if (needed <= 1 || needed > MOST_ON_STACK)
        return needed <= 1 ? (int)needed - 1 : (int)probe_refused_later_from(pc, "a text of more than 64 KB for a file that is kept");
    char *text = __builtin_alloca(needed);
    mz__announce_call(take_text, (uint64_t)text, needed, 0);
    return (int)descriptor_put(pc, to, text, needed - 1, 0, user);
}

static int print(uint64_t pc, enum route to, const char *name, const char *format, struct arguments *arguments, enum descriptor_user user)
{
    if (to < 0)
        return (int)stream_failed(pc, to, name, -1);
    read_strings(pc, format, arguments);
    if (descriptor_is_kept(to))
        return put_text(pc, to, measure_from(pc, format, arguments), user);
    return (int)announce_from(pc, OP_OUTPUT | ANNOUNCE_DETAIL(to) | ANNOUNCE_ORDER(OUTPUT_FORMAT), format, 0,
                              (uint64_t)arguments, 0, 0);
}

int stream_vprint(uint64_t pc, FILE *file, const char *name, const char *format, struct arguments *arguments)
{
    enum route to = stream_route_of(pc, file, name);
    if (to == ROUTE_REAL)
        return REAL(vfprintf)(file, format, arguments->list);
    if (to > 0)
        stream_begin(pc, file, name);
    int length = print(pc, to, name, format, arguments, BY_STREAM);
    if (to > 0)
        stream_end(pc, file, name);
    return length;
}

int stream_print(uint64_t pc, FILE *file, const char *name, const char *format, ...)
{
    struct arguments arguments;
    va_start(arguments.list, format);
    int length = stream_vprint(pc, file, name, format, &arguments);
    va_end(arguments.list);
    return length;
}

static int print_descriptor(uint64_t pc, int fd, const char *name, const char *format, struct arguments *arguments)
{
    enum route to = stream_route_to(pc, fd);
    if (to == ROUTE_REAL)
        return REAL(vdprintf)(fd, format, arguments->list);
    if (to > 0)
        cancel_here(pc, CANCELS);
    return print(pc, to, name, format, arguments, BY_NUMBER);
}

/* To memory */

/* The text is kept between reading its strings and writing it, for other threads may run there; on the stack, so that it is
 * part of the thread's state. A very long one is made once more when it is written, from strings that the write does not name. */
static int write_text(uint64_t pc, char *out, size_t room, uint64_t needed, const char *format, struct arguments *arguments)
{
    uint64_t size = needed < room ? needed : room;
    if (size == 0)
        return (int)needed - 1;
    if (size > MOST_ON_STACK)
        return (int)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FORMAT) | ANNOUNCE_ORDER(OP_LAST_OF_SEVERAL), out, size,
                                  (uint64_t)format, (uint64_t)arguments, room);
    char *text = __builtin_alloca(size);
    mz__announce_call(take_text, (uint64_t)text, size, 0);
    return (int)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), out, size, (uint64_t)text, needed - 1, 0);
}

static int print_memory(uint64_t pc, char *out, size_t room, const char *format, struct arguments *arguments)
{
    if (!probe_active(NULL))
        return REAL(vsnprintf)(out, room, format, arguments->list);
    read_strings(pc, format, arguments);
    return write_text(pc, out, room, measure_from(pc, format, arguments), format, arguments);
}

/* Fortified: there is room for so many bytes, and the text may not need more. */
static int print_fortified(uint64_t pc, char *out, size_t limit, size_t room, const char *format, struct arguments *arguments)
{
    if (!probe_active(NULL))
        return REAL(vsnprintf)(out, limit, format, arguments->list);
    read_strings(pc, format, arguments);
    uint64_t needed = measure_from(pc, format, arguments);
    if ((needed < limit ? needed : limit) > room)
        return (int)announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
    return write_text(pc, out, limit, needed, format, arguments);
}

static int print_allocated(uint64_t pc, char **out, const char *format, struct arguments *arguments)
{
    if (!probe_active(NULL))
        return REAL(vasprintf)(out, format, arguments->list);
    read_strings(pc, format, arguments);
    uint64_t needed = measure_from(pc, format, arguments);
    char *text = needed ? CALL_FROM(pc, malloc(needed)) : NULL;
    if (!text)
        return -1;
    int length = write_text(pc, text, needed, needed, format, arguments);
    announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), out, sizeof *out, (uint64_t)&text, 0, 0);
    return length;
}

/* The functions: each with arguments spelt out and as a va_list. */

static const size_t no_limit = 0x7fffffff;

#define WITH_LIST(call)                     \
    {                                       \
        struct arguments arguments;         \
        if (probe_active(NULL))             \
            format = TEXT_ARGUMENT(CALLER, format); \
        va_copy(arguments.list, list);      \
        int length = call;                  \
        va_end(arguments.list);             \
        return length;                      \
    }
#define WITH_ARGUMENTS(call)                \
    {                                       \
        struct arguments arguments;         \
        va_start(arguments.list, format);   \
        if (probe_active(NULL)) {           \
            format = TEXT_ARGUMENT(CALLER, format); \
            format_clear_unused(format, &arguments); \
        }                                   \
        int length = call;                  \
        va_end(arguments.list);             \
        return length;                      \
    }
#define PARAMETERS(...) __VA_ARGS__
#define BOTH(name, vname, parameters, call)                                                \
    STAND_IN(int, name, parameters, const char *format, ...) WITH_ARGUMENTS(call(#name))   \
    STAND_IN(int, vname, parameters, const char *format, va_list list) WITH_LIST(call(#vname))

#define TO_STDOUT(name)     stream_vprint(CALLER, stdout, name, format, &arguments)
#define TO_FILE(name)       stream_vprint(CALLER, file, name, format, &arguments)
#define TO_DESCRIPTOR(name) print_descriptor(CALLER, fd, name, format, &arguments)
#define TO_MEMORY(name)     print_memory(CALLER, out, no_limit, format, &arguments)
#define TO_ROOM(name)       print_memory(CALLER, out, room, format, &arguments)
#define TO_ALLOCATED(name)  print_allocated(CALLER, out, format, &arguments)
#define TO_FORTIFIED(name)  print_fortified(CALLER, out, no_limit, room, format, &arguments)
#define TO_FORTIFIED_ROOM(name) print_fortified(CALLER, out, limit, room, format, &arguments)

STAND_IN(int, printf, const char *format, ...) WITH_ARGUMENTS(TO_STDOUT("printf"))
STAND_IN(int, vprintf, const char *format, va_list list) WITH_LIST(TO_STDOUT("vprintf"))
BOTH(fprintf, vfprintf, PARAMETERS(FILE *file), TO_FILE)
BOTH(dprintf, vdprintf, PARAMETERS(int fd), TO_DESCRIPTOR)
BOTH(sprintf, vsprintf, PARAMETERS(char *out), TO_MEMORY)
BOTH(snprintf, vsnprintf, PARAMETERS(char *out, size_t room), TO_ROOM)
BOTH(asprintf, vasprintf, PARAMETERS(char **out), TO_ALLOCATED)

BOTH(__printf_chk, __vprintf_chk, PARAMETERS(int flag __attribute__((unused))), TO_STDOUT)
BOTH(__fprintf_chk, __vfprintf_chk, PARAMETERS(FILE *file, int flag __attribute__((unused))), TO_FILE)
BOTH(__dprintf_chk, __vdprintf_chk, PARAMETERS(int fd, int flag __attribute__((unused))), TO_DESCRIPTOR)
BOTH(__sprintf_chk, __vsprintf_chk, PARAMETERS(char *out, int flag __attribute__((unused)), size_t room), TO_FORTIFIED)
BOTH(__snprintf_chk, __vsnprintf_chk,
     PARAMETERS(char *out, size_t limit, int flag __attribute__((unused)), size_t room), TO_FORTIFIED_ROOM)
BOTH(__asprintf_chk, __vasprintf_chk, PARAMETERS(char **out, int flag __attribute__((unused))), TO_ALLOCATED)
