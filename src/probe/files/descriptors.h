/* descriptors.h - files in the search: descriptors are the model's, and nothing on the disk is touched.
 *
 * A descriptor is a file and a position in it. A file that is only read was read once (contents.h). One that is open for both, or made by
 * mkstemp, is kept: what it holds is part of states (kept_files.h), for all descriptors of it. One that is open for writing only is kept if
 * it is already, or with --file-writes=kept; otherwise what is written there is captured like output of the standard streams and is no part
 * of a state, so that it has no position, and cannot be read: that is refused. During set-up all is left to libc and the kernel, which
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
                        * kept file may be ahead. Of a channel: enum channel_kind, for those who have looked up the number and not yet
                        * the channel */
    uint64_t flags;    /* of a file: those that F_GETFL tells, the lock that flock has taken, and, of the number, FLAG_CLOSES */
};

/* Flags of struct descriptor. Locks: LOCK_SH and LOCK_EX. */
#define FLAG_CLOSES       ((uint64_t)1 << 63)
#define FLAG_LOCK(how)     ((uint64_t)(how) << INHERITED_LOCK)
#define FLAG_LOCKED(flags) ((int)((flags) >> INHERITED_LOCK & 3))

enum channel_kind { CHANNEL_NONE, CHANNEL_PIPE, CHANNEL_EVENTFD, CHANNEL_STREAM, CHANNEL_SEQPACKET, CHANNEL_DGRAM, CHANNEL_EPOLL };

/* State of the stream of a descriptor. Ahead: libc's buffer would hold what was written, or read beyond the
 * position. */
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

/* File behind an entry, and flags. */
static inline uint64_t descriptor_file_of(int entry)
{
    const struct descriptor *d = &mz__descriptors[entry];
    bool none = d->use == USE_CHANNEL + 1 || d->use == USE_NONE + 1;
    return none ? 0 : d->file ? d->file : inherited_file(entry);
}
static inline uint64_t descriptor_flags_of(int entry)
{
    return mz__descriptors[entry].use ? mz__descriptors[entry].flags : inherited_flags(entry);
}

/* For stand-ins, on behalf of a call of the program's that returns to pc. */

/* Announce an operation on what the number names, and on the file behind it, if that is kept or may be; again, if the number names
 * something else by then, which descriptor_has_moved() says. */
int64_t descriptor_announce(uint64_t pc, uint32_t operation, int fd, uint64_t operand);
bool    descriptor_has_moved(struct thread *t, const struct op *op, int fd);

/* Is the file behind it kept, or may it be? */
bool descriptor_may_change(int fd);

/* Take up to `limit` bytes, or to the first `stop` (NO_STOP: none). Negative: errno says why. */
enum { NO_STOP = 256 };
enum descriptor_user { BY_NUMBER, BY_STREAM, BY_FLUSH };
struct taken {
    int64_t  count;
    uint64_t file, offset; /* file 0: offset is carried bytes (carried.h) */
    int32_t  last;   /* byte; -1: none */
    int32_t  at_end; /* less than was asked for: there is no more */
};
struct taken descriptor_take(uint64_t pc, int fd, uint64_t limit, int stop, enum descriptor_user user);
struct taken descriptor_take_at(uint64_t pc, int fd, uint64_t limit, int64_t from); /* without moving */

/* So many bytes of what a file holds now. False: there is no room for them. Engine only. */
struct contents;
bool taken_of(const struct contents *c, uint64_t from, uint64_t count, struct taken *taken);

/* Bytes that were taken go there, and `zeros` bytes behind them: one write. */
void descriptor_give(uint64_t pc, void *to, const struct taken *taken, unsigned zeros);

int     descriptor_open(uint64_t pc, int directory, const char *path, int flags, unsigned mode, enum descriptor_user user);
int     descriptor_close(uint64_t pc, int fd, enum descriptor_user user);
int64_t descriptor_seek(uint64_t pc, int fd, int64_t to, int whence, enum descriptor_user user);

/* Bare system calls (syscall()) do what the functions of libc do, and are no cancellation points. */
long descriptor_open_call(uint64_t pc, int directory, const char *path, int flags, unsigned mode);
long descriptor_read_call(uint64_t pc, int fd, void *to, size_t n);
long descriptor_write_call(uint64_t pc, int fd, const void *bytes, size_t n);
long descriptor_seek_call(uint64_t pc, int fd, long to, int whence);
long descriptor_close_call(uint64_t pc, int fd);

/* Is what is written there kept? Writing to it, at its position or (from 0 on) elsewhere; `beyond`: bytes that are read and not written. */
enum { AT_POSITION = -1 };
bool    descriptor_is_kept(int fd);
bool    descriptor_keeps(int fd); /* the same; engine only */
int64_t descriptor_put(uint64_t pc, int fd, const void *bytes, uint64_t count, uint64_t beyond, enum descriptor_user user);
int64_t descriptor_put_at(uint64_t pc, int fd, const void *bytes, uint64_t count, int64_t at);

/* LIBCALL_FDOPEN: beside the bits of enum descriptor_use */
enum { FDOPEN_APPENDS = 4 };

/* The last byte that was read is to be read again, and is this one: -1 if it was not. */
int descriptor_unread(uint64_t pc, int fd, int byte);

/* Result of the call depends on the descriptor. */
void descriptor_depends(uint64_t pc, int fd);

/* Output to it: its number; or why not (enum route). */
int descriptor_route(uint64_t pc, int fd);
int descriptor_route_of_stream(int fd);

/* Flags that are kept of a file that is opened so. */
uint64_t descriptor_flags_kept(int flags);

/* The lowest number, from here on, that names nothing; negative: an error. Engine only. */
int descriptor_free_number(int from);

/* Permitted use of the descriptor now. Engine only. */
enum descriptor_use descriptor_use_now(int fd);

/* Does a stream have it, which alone may close it? Engine only. */
bool descriptor_has_stream(int fd);

/* A file's number names nothing any more; a free number names what another one does (copies.c). Engine only. */
void           descriptor_unname(int fd);
enum performed descriptor_copy(struct thread *t, int from, int to, bool closes);

/* The first entry, from this one on, of an open file that is this one; -1: there is none. Engine only. */
int descriptor_of_file(uint64_t file, int from);

/* The file behind it, as kept; it may be by now: one that set-up has left is kept from when it is first written. NULL: it is not, and
 * *otherwise is to be returned. Engine only. */
struct kept_file *descriptor_kept(struct thread *t, int fd, enum performed *otherwise);

/* The kernel's file is kept from now on, with what it holds, or nothing. NULL: likewise. Engine only. */
struct kept_file *descriptor_keep(struct thread *t, uint64_t file, const struct contents *c, uint64_t links, uint64_t mode,
                                  enum performed *otherwise);

enum performed descriptor_refuse_size(struct thread *t);

/* There is a way out of what is refused because nothing that is written is kept. */
#define KEEPS_WRITES "(--file-writes=kept keeps what is written)"

/* Its stream holds back what was written, or reads ahead: using the number meanwhile is refused. Engine only. */
bool           descriptor_is_ahead(int fd);
enum performed descriptor_refuse_ahead(struct thread *t);

/* Contents that can be read through it, and where the next read begins; NULL: then *otherwise is to be returned. Engine
 * only. */
const struct contents *descriptor_contents(struct thread *t, int fd, uint64_t *from, enum performed *otherwise);
int64_t descriptor_position(int fd);
void descriptor_move(int fd, uint64_t to);
void descriptor_used(int fd, enum descriptor_user user); /* whether the stream of a file is ahead of it now */

/* OP_WRITE of what was taken (libc.h). Engine only. */
enum performed descriptor_write(struct thread *t, const struct op *op);

/* Name of a file that is written. Engine only. */
const char *descriptor_name(int fd);

/* Can a file be made there that is not there? Its number; negative: an error. Engine only. */
long place_is_free(const char *path, uint64_t *name);

/* fcntl on a file, for a call that returns to pc. */
int file_control(uint64_t pc, int fd, int command, uint64_t argument);

/* Has the search opened or closed descriptors, opened files to be written? The kernel knows nothing of it. Engine only. */
bool descriptors_differ(void);
bool descriptors_write(void);
void descriptors_changed(void); /* it has */

#endif
