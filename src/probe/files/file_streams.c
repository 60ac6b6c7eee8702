/* file_streams.c - stdio on files in the search: a stream is a descriptor (descriptors.h) and two flags, and holds nothing back.
 *
 * One that is opened here is a block of the program's heap that looks to inlined functions of libc like a stream without a buffer. Those
 * that set-up has opened are libc's own, brought to rest (world/setup/inherited.h). Both are freed when they are closed, so that a use
 * afterwards is one of freed memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/files/descriptors.h"
#include "probe/files/streams.h"
#include "probe/files/temporary.h"
#include "probe/process/entropy.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "wire/tsan_abi.h"

/* glibc's, and part of its binary interface. */
enum {
    STREAM_OWN_BUFFER = 1, STREAM_NO_READS = 4, STREAM_NO_WRITES = 8, STREAM_FILE = 0x2000, STREAM_NO_LOCK = 0x8000
};
#define STREAM_MAGIC 0xfbad0000u

int stream_descriptor(uint64_t pc, FILE *file, const char *name)
{
    announce_read_from(pc, &file->_fileno, sizeof file->_fileno);
    if (file->_fileno < 0 || file->_fileno >= DESCRIPTORS) /* of fmemopen and the like */
        probe_refused_later_from(pc, name);
    return file->_fileno;
}

bool stream_reads(const FILE *file)
{
    return !(file->_flags & STREAM_NO_READS);
}

bool stream_writes(const FILE *file)
{
    return !(file->_flags & STREAM_NO_WRITES);
}

/* ---- flags --------------------------------------------------------------------------------------------------------------- */

/* libc changes them under its lock: as if they were atomic. */
#define STREAM_FLAGS(kind) ((kind) | ANNOUNCE_ORDER(OP_ORDER_LIBC))

void stream_set_flags(uint64_t pc, FILE *file, int flags)
{
    announce_from(pc, STREAM_FLAGS(OP_ATOMIC_RMW) | ANNOUNCE_DETAIL(TSAN_OR), &file->_flags, sizeof file->_flags, (uint32_t)flags, 0, 0);
}

static void clear_flags(uint64_t pc, FILE *file, int flags)
{
    announce_from(pc, STREAM_FLAGS(OP_ATOMIC_RMW) | ANNOUNCE_DETAIL(TSAN_AND), &file->_flags, sizeof file->_flags, (uint32_t)~flags, 0, 0);
}

static int look_at_flags(uint64_t pc, FILE *file, const char *name)
{
    stream_look(pc, file, name);
    uint64_t flags = announce_from(pc, STREAM_FLAGS(OP_ATOMIC_LOAD), &file->_flags, sizeof file->_flags, 0, 0, 0);
    stream_end(pc, file, name);
    return (int)flags;
}

#define ASK(name, flag)                                                                                                      \
    STAND_IN(int, name, FILE *file)                                                                                          \
    {                                                                                                                        \
        if (files_are_real())                                                                                                \
            return REAL_AS(name, int (*)(FILE *))(file);                                                                     \
        return look_at_flags(CALLER, file, #name) & (flag) ? 1 : 0;                                                          \
    }
ASK(feof, STREAM_END)
ASK(feof_unlocked, STREAM_END)
ASK(ferror, STREAM_ERROR)
ASK(ferror_unlocked, STREAM_ERROR)

static void clear_errors(uint64_t pc, FILE *file, const char *name)
{
    stream_use(pc, file, name);
    clear_flags(pc, file, STREAM_END | STREAM_ERROR);
    stream_end(pc, file, name);
}

#define CLEAR(name)                                                   \
    STAND_IN(void, name, FILE *file)                                  \
    {                                                                 \
        if (files_are_real())                                         \
            REAL_AS(name, void (*)(FILE *))(file);                    \
        else                                                          \
            clear_errors(CALLER, file, #name);                        \
    }
CLEAR(clearerr)
CLEAR(clearerr_unlocked)

/* ---- opening and closing ----------------------------------------------------------------------------------------------------- */

/* What the mode says; negative: nothing that is known. */
static int flags_of(const char *mode)
{
    int flags = *mode == 'r' ? O_RDONLY : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND : -1;
    for (const char *c = mode + 1; flags >= 0 && *c && *c != ','; c++) {
        if (*c == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*c == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

static void write_int(uint64_t pc, int *to, int value)
{
    announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, sizeof *to, (uint64_t)&value, 0, 0);
}

/* A stream, or NULL: errno says why. `fd` names what it belongs to; negative: there is nothing. */
static FILE *stream_of(uint64_t pc, FILE *file, int fd, int flags)
{
    if (fd < 0) {
        free(file);
        return NULL;
    }
    int how = flags & O_ACCMODE, forbidden = how == O_RDONLY ? STREAM_NO_WRITES : how == O_WRONLY ? STREAM_NO_READS : 0;
    write_int(pc, &file->_flags, (int)(STREAM_MAGIC | STREAM_FILE | STREAM_NO_LOCK) | forbidden);
    write_int(pc, &file->_fileno, fd);
    return file;
}

static FILE *open_stream(uint64_t pc, const char *path, const char *mode)
{
    int flags = flags_of(TEXT_ARGUMENT(pc, mode));
    if (flags < 0) {
        announce_call_from(pc, libc_fail, EINVAL, 0, 0);
        return NULL;
    }
    cancel_here(pc, CANCELS);
    FILE *file = CALL_FROM(pc, calloc(1, sizeof *file));
    return stream_of(pc, file, file ? descriptor_open(pc, AT_FDCWD, path, flags, 0666, BY_STREAM) : -1, flags);
}

static FILE *opened(uint64_t pc, FILE *file)
{
    if (file)
        entropy_opened(pc, file->_fileno);
    return file;
}

#define OPEN(name)                                                                                   \
    STAND_IN(FILE *, name, const char *path, const char *mode)                                       \
    {                                                                                                \
        if (files_are_real())                                                                        \
            return opened(CALLER, REAL_AS(name, FILE *(*)(const char *, const char *))(path, mode)); \
        return open_stream(CALLER, path, mode);                                                      \
    }
OPEN(fopen)
OPEN(fopen64)

static FILE *open_descriptor(uint64_t pc, int fd, const char *mode)
{
    int flags = flags_of(TEXT_ARGUMENT(pc, mode)), how = flags & O_ACCMODE;
    uint64_t use = how == O_RDONLY ? USE_READ : how == O_WRONLY ? USE_WRITE : USE_BOTH;
    if (flags < 0) {
        announce_call_from(pc, libc_fail, EINVAL, 0, 0);
        return NULL;
    }
    FILE *file = CALL_FROM(pc, calloc(1, sizeof *file));
    uint64_t asked = use | (flags & O_APPEND ? FDOPEN_APPENDS : 0);
    bool refused = !file || (int)announce_from(pc, LIBCALL(FDOPEN), descriptor_at(fd), sizeof(struct descriptor), 0, 0,
                                               (uint32_t)fd | asked << 32) < 0;
    return stream_of(pc, file, refused ? -1 : fd, flags);
}

STAND_IN(FILE *, fdopen, int fd, const char *mode)
{
    if (!files_are_real())
        return open_descriptor(CALLER, fd, mode);
    if (probe_active(NULL) && descriptor_is_channel(fd))
        return (FILE *)probe_refused("fdopen of a pipe, eventfd or socket");
    return REAL_AS(fdopen, FILE *(*)(int, const char *))(fd, mode);
}

#define TMPFILE(name)                                                             \
    STAND_IN(FILE *, name, void)                                                  \
    {                                                                             \
        if (files_are_real())                                                     \
            return REAL_AS(name, FILE *(*)(void))();                              \
        uint64_t pc = CALLER;                                                     \
        FILE *file = CALL_FROM(pc, calloc(1, sizeof *file));                      \
        return stream_of(pc, file, file ? temporary_open(pc) : -1, O_RDWR);       \
    }
TMPFILE(tmpfile)
TMPFILE(tmpfile64)

int stream_close_file(uint64_t pc, FILE *file)
{
    int result = descriptor_close(pc, stream_descriptor(pc, file, "fclose"), BY_STREAM);
    if (!(file->_flags & STREAM_OWN_BUFFER) && file->_IO_buf_base)
        free(file->_IO_buf_base);
    free(file);
    return result;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

/* The caller ends what is begun here, when it has given what was taken. */
static struct taken take(uint64_t pc, const char *name, FILE *file, uint64_t limit, int stop)
{
    int fd = stream_descriptor(pc, file, name);
    stream_begin(pc, file, name);
    struct taken taken = {.count = -1, .last = -1};
    if (stream_reads(file))
        taken = descriptor_take(pc, fd, limit, stop, BY_STREAM);
    else
        announce_call_from(pc, libc_fail, EBADF, 0, 0);
    if (taken.count < 0)
        stream_set_flags(pc, file, STREAM_ERROR);
    else if (taken.at_end)
        stream_set_flags(pc, file, STREAM_END);
    return taken;
}

static int get_character(uint64_t pc, const char *name, FILE *file)
{
    int last = take(pc, name, file, 1, NO_STOP).last;
    stream_end(pc, file, name);
    return last;
}

#define GET_FROM_FILE(name, said)                                     \
    STAND_IN(int, name, FILE *file)                                   \
    {                                                                 \
        if (files_are_real())                                         \
            return REAL_AS(name, int (*)(FILE *))(file);              \
        return get_character(CALLER, said, file);                     \
    }
GET_FROM_FILE(fgetc, "fgetc")
GET_FROM_FILE(getc, "getc")
GET_FROM_FILE(_IO_getc, "getc")
GET_FROM_FILE(fgetc_unlocked, "fgetc_unlocked")
GET_FROM_FILE(getc_unlocked, "getc_unlocked")
GET_FROM_FILE(__uflow, "getc_unlocked") /* what the inlined form calls when there is nothing in the buffer, as ever */

#define GET_FROM_STDIN(name)                                          \
    STAND_IN(int, name, void)                                         \
    {                                                                 \
        if (files_are_real())                                         \
            return REAL_AS(name, int (*)(void))();                    \
        return get_character(CALLER, #name, stdin);                   \
    }
GET_FROM_STDIN(getchar)
GET_FROM_STDIN(getchar_unlocked)

static char *get_string(uint64_t pc, const char *name, char *to, int size, FILE *file)
{
    struct taken taken = {0};
    if (size <= 0)
        return NULL;
    if (size == 1) {
        descriptor_give(pc, to, &taken, 1);
        return to;
    }
    taken = take(pc, name, file, (uint64_t)size - 1, '\n');
    if (taken.count > 0)
        descriptor_give(pc, to, &taken, 1);
    stream_end(pc, file, name);
    return taken.count > 0 ? to : NULL;
}

#define GET_STRING(name)                                                                \
    STAND_IN(char *, name, char *to, int size, FILE *file)                              \
    {                                                                                   \
        if (files_are_real())                                                           \
            return REAL_AS(name, char *(*)(char *, int, FILE *))(to, size, file);       \
        return get_string(CALLER, #name, to, size, file);                               \
    }
GET_STRING(fgets)
GET_STRING(fgets_unlocked)

static uint64_t overflow(uint64_t pc)
{
    return announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
}

#define GET_STRING_FORTIFIED(name, said)                                                      \
    STAND_IN(char *, name, char *to, size_t room, int size, FILE *file)                       \
    {                                                                                         \
        if (files_are_real())                                                                 \
            return REAL_AS(name, char *(*)(char *, size_t, int, FILE *))(to, room, size, file); \
        if (size > 0 && (size_t)size > room)                                                  \
            overflow(CALLER);                                                                 \
        return get_string(CALLER, said, to, size, file);                                      \
    }
GET_STRING_FORTIFIED(__fgets_chk, "fgets")
GET_STRING_FORTIFIED(__fgets_unlocked_chk, "fgets_unlocked")

static size_t read_items(uint64_t pc, const char *name, void *to, size_t size, size_t count, FILE *file)
{
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes) || bytes == 0)
        return 0;
    struct taken taken = take(pc, name, file, bytes, NO_STOP);
    descriptor_give(pc, to, &taken, 0);
    stream_end(pc, file, name);
    return taken.count < 0 ? 0 : (size_t)taken.count / size;
}

#define READ_ITEMS(name)                                                                                     \
    STAND_IN(size_t, name, void *to, size_t size, size_t count, FILE *file)                                  \
    {                                                                                                        \
        if (files_are_real())                                                                                \
            return REAL_AS(name, size_t (*)(void *, size_t, size_t, FILE *))(to, size, count, file);         \
        return read_items(CALLER, #name, to, size, count, file);                                             \
    }
READ_ITEMS(fread)
READ_ITEMS(fread_unlocked)

#define READ_ITEMS_FORTIFIED(name, said)                                                                        \
    STAND_IN(size_t, name, void *to, size_t room, size_t size, size_t count, FILE *file)                        \
    {                                                                                                           \
        if (files_are_real())                                                                                   \
            return REAL_AS(name, size_t (*)(void *, size_t, size_t, size_t, FILE *))(to, room, size, count, file); \
        if (size && count > room / size)                                                                        \
            overflow(CALLER);                                                                                   \
        return read_items(CALLER, said, to, size, count, file);                                                 \
    }
READ_ITEMS_FORTIFIED(__fread_chk, "fread")
READ_ITEMS_FORTIFIED(__fread_unlocked_chk, "fread_unlocked")

/* ---- lines, in memory of the program's heap ---------------------------------------------------------------------------------- */

static void write_word(uint64_t pc, void *to, uint64_t value)
{
    announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, sizeof value, (uint64_t)&value, 0, 0);
}

/* The program's pointer and number, and what they are. */
struct line {
    char  **at, *bytes;
    size_t *room_at, room;
};

/* At least so much room, as glibc makes it; false: there is no memory. */
static bool make_room(uint64_t pc, struct line *l, size_t needed)
{
    enum { FIRST = 120 };
    bool none = !l->bytes || l->room == 0;
    if (!none && l->room >= needed)
        return true;
    size_t wanted = none ? FIRST : l->room * 2;
    wanted = wanted < needed ? needed : wanted;
    char *larger = CALL_FROM(pc, realloc(l->bytes, wanted));
    if (!larger)
        return false;
    l->bytes = larger;
    l->room = wanted;
    write_word(pc, l->at, (uint64_t)larger);
    write_word(pc, l->room_at, wanted);
    return true;
}

static ssize_t get_delimited(uint64_t pc, const char *name, char **line, size_t *room, int stop, FILE *file)
{
    enum { ANY_LENGTH = 0x7fffffff };
    if (!line || !room)
        return (ssize_t)announce_call_from(pc, libc_fail, EINVAL, (uint64_t)-1, 0);
    struct line l = {.at = line, .room_at = room};
    l.bytes = ARGUMENT(pc, line);
    l.room = ARGUMENT(pc, room);
    if (!make_room(pc, &l, 1))
        return -1;
    struct taken taken = take(pc, name, file, ANY_LENGTH, stop & 0xff);
    bool given = taken.count > 0 && make_room(pc, &l, (size_t)taken.count + 1);
    if (given)
        descriptor_give(pc, l.bytes, &taken, 1);
    stream_end(pc, file, name);
    return given ? taken.count : -1;
}

STAND_IN(ssize_t, getline, char **line, size_t *room, FILE *file)
{
    if (files_are_real())
        return REAL_AS(getline, ssize_t (*)(char **, size_t *, FILE *))(line, room, file);
    return get_delimited(CALLER, "getline", line, room, '\n', file);
}

#define GET_DELIMITED(name)                                                                                  \
    STAND_IN(ssize_t, name, char **line, size_t *room, int stop, FILE *file)                                 \
    {                                                                                                        \
        if (files_are_real())                                                                                \
            return REAL_AS(name, ssize_t (*)(char **, size_t *, int, FILE *))(line, room, stop, file);       \
        return get_delimited(CALLER, "getdelim", line, room, stop, file);                                    \
    }
GET_DELIMITED(getdelim)
GET_DELIMITED(__getdelim)

/* ---- positions ------------------------------------------------------------------------------------------------------------- */

STAND_IN(int, ungetc, int c, FILE *file)
{
    if (files_are_real())
        return REAL_AS(ungetc, int (*)(int, FILE *))(c, file);
    uint64_t pc = CALLER;
    int fd = stream_descriptor(pc, file, "ungetc");
    stream_use(pc, file, "ungetc");
    bool done = c != EOF && descriptor_unread(pc, fd, c) >= 0;
    if (done)
        clear_flags(pc, file, STREAM_END);
    stream_end(pc, file, "ungetc");
    return done ? (unsigned char)c : EOF;
}

/* `forgets`: flags that are cleared whatever becomes of it. */
static int seek(uint64_t pc, const char *name, FILE *file, int64_t to, int whence, int forgets)
{
    int fd = stream_descriptor(pc, file, name);
    stream_begin(pc, file, name);
    bool done = descriptor_seek(pc, fd, to, whence, BY_STREAM) >= 0;
    if (done)
        clear_flags(pc, file, STREAM_END);
    if (forgets)
        clear_flags(pc, file, forgets);
    stream_end(pc, file, name);
    return done ? 0 : -1;
}

#define SEEK(name, offset)                                                                   \
    STAND_IN(int, name, FILE *file, offset to, int whence)                                   \
    {                                                                                        \
        if (files_are_real())                                                                \
            return REAL_AS(name, int (*)(FILE *, offset, int))(file, to, whence);            \
        return seek(CALLER, #name, file, to, whence, 0);                                     \
    }
SEEK(fseek, long)
SEEK(fseeko, off_t)
SEEK(fseeko64, off64_t)

static int64_t tell(uint64_t pc, const char *name, FILE *file)
{
    int fd = stream_descriptor(pc, file, name);
    stream_use(pc, file, name);
    int64_t at = descriptor_seek(pc, fd, 0, SEEK_CUR, BY_STREAM);
    stream_end(pc, file, name);
    return at;
}

#define TELL(name, offset)                                                                   \
    STAND_IN(offset, name, FILE *file)                                                       \
    {                                                                                        \
        if (files_are_real())                                                                \
            return REAL_AS(name, offset (*)(FILE *))(file);                                  \
        return tell(CALLER, #name, file);                                                    \
    }
TELL(ftell, long)
TELL(ftello, off_t)
TELL(ftello64, off64_t)

STAND_IN(void, rewind, FILE *file)
{
    if (files_are_real())
        REAL_AS(rewind, void (*)(FILE *))(file);
    else
        seek(CALLER, "rewind", file, 0, SEEK_SET, STREAM_ERROR);
}
