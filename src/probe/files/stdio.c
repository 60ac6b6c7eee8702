/* stdio.c - output of characters, strings and bytes, and what concerns the standard streams themselves.
 *
 * stdout and stderr are captured and have no buffer; so are files, which are real before the first thread or choice
 * (descriptors.h). What is printed is read first, as an operation, because it may be shared.
 */
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/channels/transfer.h"
#include "probe/files/descriptors.h"
#include "probe/files/streams.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/world.h"

/* In one write, as in Linux. */
enum { MOST_BYTES = 0x7ffff000 };

/* `beyond`: bytes that are read and not printed. */
static uint64_t output(uint64_t pc, enum route to, enum output_form form, const void *bytes, size_t n, size_t beyond, uint64_t result)
{
    enum descriptor_user user = form == OUTPUT_WRITE ? BY_NUMBER : BY_STREAM;
    n = n < MOST_BYTES ? n : MOST_BYTES;
    if (descriptor_is_kept(to))
        return descriptor_put(pc, to, bytes, n, beyond, user) < 0 ? (uint64_t)-1 : result; /* write: it was closed */
    announce_read_from(pc, bytes, n + beyond);
    return announce_from(pc, OP_OUTPUT | ANNOUNCE_DETAIL(to) | ANNOUNCE_ORDER(form), bytes, n, 0, result, 0);
}

/* The end of the string is read, too. */
static uint64_t output_string(uint64_t pc, FILE *file, enum route to, const char *name, enum output_form form, const char *s,
                              uint64_t result)
{
    stream_begin(pc, file, name);
    uint64_t done = output(pc, to, form, s, argument_text_size(pc, s) - 1, 1, result);
    stream_end(pc, file, name);
    return done;
}

/* Characters */

static __attribute__((noinline)) int put_byte(uint64_t pc, enum route to, unsigned char byte)
{
    if (descriptor_is_kept(to))
        descriptor_put(pc, to, &byte, 1, 0, BY_STREAM);
    else
        announce_from(pc, OP_OUTPUT | ANNOUNCE_DETAIL(to) | ANNOUNCE_ORDER(OUTPUT_CHARACTER), NULL, 0, byte, 0, 0);
    return byte;
}

static inline int put_character(uint64_t pc, FILE *file, const char *name, int c, enum route to)
{
    if (to < 0)
        return (int)stream_failed(pc, to, name, EOF);
    stream_begin(pc, file, name);
    int put = put_byte(pc, to, (unsigned char)c);
    stream_end(pc, file, name);
    return put;
}

#define PUT_TO_FILE(name)                                               \
    STAND_IN(int, name, int c, FILE *file)                              \
    {                                                                   \
        enum route to = stream_route_of(CALLER, file, #name);           \
        if (to == ROUTE_REAL)                                           \
            return REAL_AS(name, int (*)(int, FILE *))(c, file);        \
        return put_character(CALLER, file, #name, c, to);               \
    }
PUT_TO_FILE(fputc)
PUT_TO_FILE(putc)
PUT_TO_FILE(_IO_putc)
PUT_TO_FILE(fputc_unlocked)
PUT_TO_FILE(putc_unlocked)

#define PUT_TO_STDOUT(name)                                             \
    STAND_IN(int, name, int c)                                          \
    {                                                                   \
        enum route to = stream_route(CALLER, STDOUT_FILENO);            \
        if (to == ROUTE_REAL)                                           \
            return REAL_AS(name, int (*)(int))(c);                      \
        return put_character(CALLER, stdout, #name, c, to);             \
    }
PUT_TO_STDOUT(putchar)
PUT_TO_STDOUT(putchar_unlocked)

/* What the inlined forms of putc call when the buffer is full, as that of a captured stream always is. */
STAND_IN(int, __overflow, FILE *file, int c)
{
    enum route to = stream_route_of(CALLER, file, "putc_unlocked");
    if (to == ROUTE_REAL)
        return REAL_AS(__overflow, int (*)(FILE *, int))(file, c);
    return put_character(CALLER, file, "putc_unlocked", c, to);
}

/* Strings */

EXPORT int puts(const char *s)
{
    enum route to = stream_route(CALLER, STDOUT_FILENO);
    if (to == ROUTE_REAL)
        return REAL(puts)(s);
    if (to < 0)
        return (int)stream_failed(CALLER, to, "puts", EOF);
    return (int)output_string(CALLER, stdout, to, "puts", OUTPUT_LINE, s, 0);
}

#define PUT_STRING(name)                                                            \
    STAND_IN(int, name, const char *s, FILE *file)                                  \
    {                                                                               \
        enum route to = stream_route_of(CALLER, file, #name);                       \
        if (to == ROUTE_REAL)                                                       \
            return REAL_AS(name, int (*)(const char *, FILE *))(s, file);           \
        if (to < 0)                                                                 \
            return (int)stream_failed(CALLER, to, #name, EOF);                      \
        return (int)output_string(CALLER, file, to, #name, OUTPUT_BYTES, s, 1);    \
    }
PUT_STRING(fputs)
PUT_STRING(fputs_unlocked)

EXPORT void perror(const char *s)
{
    enum route to = stream_route(CALLER, STDERR_FILENO);
    if (to == ROUTE_REAL)
        REAL(perror)(s);
    else if (to > 0) {
        stream_begin(CALLER, stderr, "perror");
        if (s)
            announce_read_from(CALLER, s, argument_text_size(CALLER, s));
        announce_from(CALLER, OP_OUTPUT | ANNOUNCE_DETAIL(to) | ANNOUNCE_ORDER(OUTPUT_ERROR), s, 0, 0, 0, 0);
        stream_end(CALLER, stderr, "perror");
    }
}

/* Bytes */

static size_t write_items(uint64_t pc, FILE *file, const char *name, enum route to, const void *bytes, size_t size, size_t count)
{
    if (to < 0)
        return stream_failed(pc, to, name, 0);
    if (size == 0 || count == 0)
        return 0;
    stream_begin(pc, file, name);
    size_t written = output(pc, to, OUTPUT_BYTES, bytes, size * count, 0, count);
    stream_end(pc, file, name);
    return written;
}

#define WRITE_ITEMS(name)                                                                                  \
    STAND_IN(size_t, name, const void *bytes, size_t size, size_t count, FILE *file)                       \
    {                                                                                                      \
        enum route to = stream_route_of(CALLER, file, #name);                                              \
        if (to == ROUTE_REAL)                                                                              \
            return REAL_AS(name, size_t (*)(const void *, size_t, size_t, FILE *))(bytes, size, count, file); \
        return write_items(CALLER, file, #name, to, bytes, size, count);                                   \
    }
WRITE_ITEMS(fwrite)
WRITE_ITEMS(fwrite_unlocked)

static ssize_t write_to(uint64_t pc, int fd, const void *bytes, size_t n, bool cancels)
{
    if (probe_active(NULL) && fd > STDERR_FILENO && !file_is_real(fd)) {
        int end = channel_of(pc, fd);
        if (end >= 0)
            return channel_write(pc, end, bytes, n);
    }
    enum route to = stream_route_to(pc, fd);
    if (to == ROUTE_REAL)
        return REAL(write)(fd, bytes, n);
    if (to < 0)
        return (ssize_t)stream_failed(pc, to, "write", -1);
    if (cancels)
        cancel_here(pc, CANCELS);
    return (ssize_t)output(pc, to, OUTPUT_WRITE, bytes, n, 0, n < MOST_BYTES ? n : MOST_BYTES);
}

EXPORT ssize_t write(int fd, const void *bytes, size_t n)
{
    return write_to(CALLER, fd, bytes, n, true);
}

long descriptor_write_call(uint64_t pc, int fd, const void *bytes, size_t n)
{
    return write_to(pc, fd, bytes, n, false);
}

static ssize_t write_at(uint64_t pc, int fd, const void *bytes, size_t n, int64_t at)
{
    if (at < 0)
        return announce_failure_from(pc, EINVAL);
    if (channel_of(pc, fd) >= 0)
        return announce_failure_from(pc, ESPIPE);
    bool standard = fd >= STDIN_FILENO && fd <= STDERR_FILENO;
    enum route to = standard ? ROUTE_REFUSED : stream_route_to(pc, fd);
    if (to < 0)
        return (ssize_t)stream_failed(pc, to, "pwrite", -1);
    cancel_here(pc, CANCELS);
    n = n < MOST_BYTES ? n : MOST_BYTES;
    if (descriptor_is_kept(fd))
        return descriptor_put_at(pc, fd, bytes, n, at);
    return (ssize_t)output(pc, to, OUTPUT_WRITE, bytes, n, 0, n);
}

#define PWRITE(name, offset)                                                                                 \
    STAND_IN(ssize_t, name, int fd, const void *bytes, size_t n, offset at)                                  \
    {                                                                                                        \
        if (file_is_real(fd))                                                                                \
            return REAL_AS(name, ssize_t (*)(int, const void *, size_t, offset))(fd, bytes, n, at);          \
        return write_at(CALLER, fd, bytes, n, at);                                                           \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

/* The streams themselves. Nothing is buffered, so there is nothing to flush. */

static bool leave_to_libc(const FILE *file)
{
    return !probe_active(NULL) || (world_in_setup() && stream_number(file) < 0);
}

/* A stream of a file must have a descriptor that is known. */
static void expect_descriptor(uint64_t pc, FILE *file, const char *name)
{
    if (stream_number(file) < 0)
        stream_descriptor(pc, file, name);
}

/* A file, too, need only be there. */
static int nothing_to_do(uint64_t pc, FILE *file, const char *name)
{
    expect_descriptor(pc, file, name);
    stream_use(pc, file, name);
    stream_end(pc, file, name);
    return 0;
}

/* Does fflush move the file's position to where the stream is? */
static bool flush_moves(FILE *file)
{
    int fd = file->_fileno;
    bool reads = !stream_writes(file) && fd >= 0 && fd < DESCRIPTORS && descriptor_use_now(fd) & USE_READ;
    return reads || (stream_number(file) < 0 && descriptor_is_kept(fd));
}

/* NULL: all streams, and most programs have no others. (Those of files that are kept stay ahead.) */
static int flush(uint64_t pc, FILE *file, const char *name)
{
    if (!file) {
        nothing_to_do(pc, stderr, name);
        nothing_to_do(pc, stdout, name);
        cancel_here(pc, MAY_CANCEL);
        return 0;
    }
    expect_descriptor(pc, file, name);
    if (stream_writes(file))
        stream_begin(pc, file, name);
    else
        stream_use(pc, file, name);
    if (flush_moves(file))
        descriptor_seek(pc, file->_fileno, 0, SEEK_CUR, BY_FLUSH);
    stream_end(pc, file, name);
    return 0;
}

#define FLUSH(name)                                     \
    EXPORT int name(FILE *file)                         \
    {                                                   \
        if (files_are_real())                           \
            return REAL(name)(file);                    \
        return flush(CALLER, file, #name);              \
    }
FLUSH(fflush)
FLUSH(fflush_unlocked)

EXPORT int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
    if (leave_to_libc(file))
        return REAL(setvbuf)(file, buffer, mode, size);
    return nothing_to_do(CALLER, file, "setvbuf");
}

EXPORT void setbuf(FILE *restrict file, char *restrict buffer)
{
    if (leave_to_libc(file))
        REAL(setbuf)(file, buffer);
    else
        nothing_to_do(CALLER, file, "setbuf");
}

EXPORT void setbuffer(FILE *restrict file, char *restrict buffer, size_t size)
{
    if (leave_to_libc(file))
        REAL(setbuffer)(file, buffer, size);
    else
        nothing_to_do(CALLER, file, "setbuffer");
}

EXPORT void setlinebuf(FILE *file)
{
    if (leave_to_libc(file))
        REAL(setlinebuf)(file);
    else
        nothing_to_do(CALLER, file, "setlinebuf");
}

/* Programs that lock streams themselves are refused, so that the answer is always that functions do. */
EXPORT int __fsetlocking(FILE *file, int type)
{
    if (!probe_active(NULL))
        return REAL(__fsetlocking)(file, type);
    if (type == FSETLOCKING_BYCALLER)
        return (int)probe_refused_from(CALLER, "__fsetlocking with FSETLOCKING_BYCALLER");
    return FSETLOCKING_INTERNAL;
}

/* Closing a standard stream is remembered; during set-up it also happens, for another file may take its place. */

EXPORT int fclose(FILE *file)
{
    int number = stream_number(file);
    if (leave_to_libc(file))
        return REAL(fclose)(file);
    uint64_t pc = CALLER;
    nothing_to_do(pc, file, "fclose");
    if (stream_writes(file))
        cancel_here(pc, MAY_CANCEL);
    return number < 0 ? stream_close_file(pc, file) : stream_close_standard(pc, number);
}

static int close_number(uint64_t pc, int fd, bool cancels)
{
    bool standard = fd >= STDIN_FILENO && fd <= STDERR_FILENO;
    if (!probe_active(NULL) || (world_in_setup() && !standard && !descriptor_is_channel(fd)))
        return REAL(close)(fd);
    if (cancels)
        cancel_here(pc, CANCELS);
    if (!standard)
        return descriptor_close(pc, fd, BY_NUMBER);
    int result = stream_close_standard(pc, fd);
    return world_in_setup() ? REAL(close)(fd) : result;
}

EXPORT int close(int fd)
{
    return close_number(CALLER, fd, true);
}

long descriptor_close_call(uint64_t pc, int fd)
{
    return close_number(pc, fd, false);
}
