/* descriptors.h - files in the search: descriptors are the model's, and nothing on the disk is touched.
 *
 * Reading: a descriptor is a file and a position in it; what the file holds was read once (contents.h). Writing: what is written is
 * captured like output of the standard streams and is no part of a state, so that a file that is written has no position, and cannot be
 * read: that is refused, but for files that nobody else can see (private_files.h). During set-up all is left to libc and the kernel, which
 * is led elsewhere where the disk would change (world/setup/captured.h); what it leaves open goes on here (world/setup/inherited.h).
 *
 * Copies (dup) share one entry of the table, with its position: a number names its own entry, or one behind those of all numbers. Whoever
 * changes what a number names (open, dup, close) announces the whole table, so that it depends on every other call; a call that finds its
 * number naming another entry than it has announced is announced anew.
 */
#ifndef MZ_PROBE_FILES_DESCRIPTORS_H
#define MZ_PROBE_FILES_DESCRIPTORS_H

#include "probe/libc.h"
#include "world/setup/inherited.h"

struct descriptor {
    uint64_t file;     /* 0: as set-up left it, or closed. Of a channel: its end. Of a copy: the entry that it shares */
    uint64_t position; /* where the next read begins, plus 1; 0: where the kernel has it. Of a channel: FD_CLOEXEC */
    uint64_t use;      /* enum descriptor_use + 1; 0: as set-up left it */
    uint64_t stream;   /* it belongs to a stream, which alone may close it: so whoever has the stream need not look here. That of a
                        * private file may be ahead. Of a channel: enum channel_kind, for those who have looked up the number and not yet
                        * the channel */
};

enum channel_kind { CHANNEL_NONE, CHANNEL_PIPE, CHANNEL_EVENTFD, CHANNEL_STREAM, CHANNEL_SEQPACKET, CHANNEL_DGRAM, CHANNEL_EPOLL };

/* Of struct descriptor. Ahead: libc's buffer would hold what was written, or read beyond the position. */
enum { STREAM_EVEN = 1, STREAM_AHEAD };

extern struct descriptor mz__descriptors[FILE_ENTRIES]; /* MODEL */
extern uint64_t mz__closed[3]; /* which of the standard ones the program has closed. MODEL */

static inline bool descriptor_is_closed(int fd)
{
    return fd >= 0 && fd < 3 && mz__closed[fd];
}

/* The entry that a number names. */
static inline int descriptor_entry(int fd)
{
    uint64_t use = fd < 0 || fd >= DESCRIPTORS ? 1 : mz__descriptors[fd].use;
    return use == USE_COPY + 1 ? (int)mz__descriptors[fd].file : use ? fd : inherited_entry(fd);
}

static inline enum descriptor_use descriptor_use_of(int entry)
{
    uint64_t use = mz__descriptors[entry].use;
    return use ? (enum descriptor_use)(use - 1) : inherited_use(entry);
}

static inline enum descriptor_use descriptor_use(int fd)
{
    return descriptor_use_of(descriptor_entry(fd));
}

static inline bool descriptor_is_channel(int fd)
{
    return fd >= 0 && fd < DESCRIPTORS && mz__descriptors[fd].use == USE_CHANNEL + 1;
}

/* A channel has no position, or one that is always 0. */
static inline bool descriptor_stays_at_0(int fd)
{
    uint64_t kind = mz__descriptors[fd].stream;
    return kind == CHANNEL_EVENTFD || kind == CHANNEL_EPOLL;
}

/* The number's own entry, and the one that it names. What has no number here has none at all. */
static inline struct descriptor *descriptor_at(int fd)
{
    return &mz__descriptors[fd < 0 || fd >= DESCRIPTORS ? DESCRIPTORS - 1 : fd];
}
static inline struct descriptor *descriptor_named(int fd)
{
    return &mz__descriptors[fd < 0 || fd >= DESCRIPTORS ? DESCRIPTORS - 1 : descriptor_entry(fd)];
}

/* The number by which the kernel knows a file that set-up has left open, for a copy, too. */
static inline int descriptor_in_kernel(int fd)
{
    return inherited_number(descriptor_entry(fd));
}

/* Are calls left to libc and the kernel? Those on this descriptor? */
bool files_are_real(void);
bool file_is_real(int fd);

/* For stand-ins, on behalf of a call of the program's that returns to pc. */

/* Take up to `limit` bytes, or to the first `stop` (NO_STOP: none). Negative: errno says why. */
enum { NO_STOP = 256 };
enum descriptor_user { BY_NUMBER, BY_STREAM, BY_FLUSH };
struct taken {
    int64_t  count;
    uint64_t file, offset;
    int32_t  last;   /* byte; -1: none */
    int32_t  at_end; /* less than was asked for: there is no more */
};
struct taken descriptor_take(uint64_t pc, int fd, uint64_t limit, int stop, enum descriptor_user user);
struct taken descriptor_take_at(uint64_t pc, int fd, uint64_t limit, int64_t from); /* without moving */

/* What was taken goes there, and `zeros` bytes behind it: one write. */
void descriptor_give(uint64_t pc, void *to, const struct taken *taken, unsigned zeros);

int     descriptor_open(uint64_t pc, int directory, const char *path, int flags, enum descriptor_user user);
int     descriptor_close(uint64_t pc, int fd, enum descriptor_user user);
int64_t descriptor_seek(uint64_t pc, int fd, int64_t to, int whence, enum descriptor_user user);

/* Bare system calls (syscall()) do what the functions of libc do, and are no cancellation points. */
long descriptor_open_call(uint64_t pc, int directory, const char *path, int flags, unsigned mode);
long descriptor_read_call(uint64_t pc, int fd, void *to, size_t n);
long descriptor_write_call(uint64_t pc, int fd, const void *bytes, size_t n);
long descriptor_seek_call(uint64_t pc, int fd, long to, int whence);
long descriptor_close_call(uint64_t pc, int fd);

/* Is it a file that is written and read (private_files.h)? Writing to it; `beyond`: bytes that are read and not written. */
bool    descriptor_is_private(int fd);
int64_t descriptor_put(uint64_t pc, int fd, const void *bytes, uint64_t count, uint64_t beyond, enum descriptor_user user);

/* LIBCALL_FDOPEN: beside the bits of enum descriptor_use */
enum { FDOPEN_APPENDS = 4 };

/* The last byte that was read is to be read again, and is this one: -1 if it was not. */
int descriptor_unread(uint64_t pc, int fd, int byte);

/* What becomes of the call depends on the descriptor. */
void descriptor_depends(uint64_t pc, int fd);

/* Output to it: its number; or why not (enum route). */
int descriptor_route(uint64_t pc, int fd);
int descriptor_route_of_stream(int fd);

/* The lowest number, from here on, that names nothing; negative: an error. Engine only. */
int descriptor_free_number(int from);

/* What may be done with it now. Engine only. */
enum descriptor_use descriptor_use_now(int fd);

/* Does a stream have it, which alone may close it? Engine only. */
bool descriptor_has_stream(int fd);

/* A file's number names nothing any more; a free number names what another one does (copies.c). Engine only. */
void           descriptor_unname(int fd);
enum performed descriptor_copy(struct thread *t, int from, int to);

/* The private file that set-up has left there is the search's from now on: false if there is no room. Engine only. */
bool descriptor_take_over(int fd);

/* What can be read through it, and where the next read begins; NULL: then *otherwise is to be returned. Engine only. */
const struct contents *descriptor_contents(struct thread *t, int fd, uint64_t *from, enum performed *otherwise);
void descriptor_move(int fd, uint64_t to);
void descriptor_used(int fd, enum descriptor_user user); /* whether the stream of a private file is ahead of it now */

/* OP_WRITE of what was taken (libc.h). Engine only. */
enum performed descriptor_write(struct thread *t, const struct op *op);

/* What a file that is written is called. Engine only. */
const char *descriptor_name(int fd);

/* Is the file written, in the search or by a descriptor that set-up has left? Engine only. */
bool descriptor_is_written(uint64_t file);

/* The file that a path names, for the program; negative: an error. Engine only. */
long descriptor_find(int directory, const char *path, int flags, uint64_t *file);

/* Can a file be made there that is not there? Its number; negative: an error. Engine only. */
long descriptor_find_room(const char *path, uint64_t *file);

/* Who may use a file that is written has changed: it is not to be opened again. False: there are too many. Engine only. */
bool descriptor_rights_changed(uint64_t file);

/* Has the search opened or closed descriptors, opened files to be written? The kernel knows nothing of it. Engine only. */
bool descriptors_differ(void);
bool descriptors_write(void);
void descriptors_changed(void); /* it has */

#endif
