/* channel_table.c - making channels, and descriptors of them: pipe, eventfd, socket, socketpair, epoll_create; dup, close, fcntl, ioctl. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/channels/channel.h"
#include "probe/channels/polling.h"
#include "probe/channels/socket_options.h"
#include "probe/channels/tcp.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/race/race.h"
#include "world/world.h"

/* ---- making ----------------------------------------------------------------------------------------------------------------- */

/* What is to be made, and the numbers that it gets: in the stand-in's frame. */
struct making {
    enum channel_kind kind;
    int      family;   /* of a socket */
    bool     alone;    /* it is not one of a pair */
    int      flags;    /* O_NONBLOCK, O_CLOEXEC; of an eventfd EFD_SEMAPHORE */
    int      number[2];
    uint64_t counter;
};

static bool has_one_end(enum channel_kind kind)
{
    return kind == CHANNEL_EVENTFD || kind == CHANNEL_EPOLL;
}

static unsigned ends_of(const struct making *m)
{
    return has_one_end(m->kind) || m->alone ? 1 : 2;
}

/* Number of its ends that have bytes that wait for them. */
static unsigned buffers_of(const struct making *m)
{
    return m->kind == CHANNEL_PIPE ? 1 : ends_of(m) == 2 ? 2 : m->kind == CHANNEL_DGRAM;
}

static int type_of(enum channel_kind kind)
{
    return kind == CHANNEL_STREAM ? SOCK_STREAM : kind == CHANNEL_DGRAM ? SOCK_DGRAM : SOCK_SEQPACKET;
}

/* The kernel's own, which gives out the numbers in set-up: 0, or a negative error. */
static long make_in_kernel(const struct making *m, int number[2])
{
    int flags = m->flags & (O_NONBLOCK | O_CLOEXEC);
    switch (m->kind) {
    case CHANNEL_PIPE: return raw_syscall(SYS_pipe2, (long)number, flags, 0, 0, 0, 0);
    case CHANNEL_EVENTFD: return number[0] = (int)raw_syscall(SYS_eventfd2, 0, flags, 0, 0, 0, 0);
    case CHANNEL_EPOLL: return number[0] = (int)raw_syscall(SYS_epoll_create1, flags, 0, 0, 0, 0, 0);
    default:
        if (m->alone)
            return number[0] = (int)raw_syscall(SYS_socket, m->family, type_of(m->kind) | flags, 0, 0, 0, 0);
        return raw_syscall(SYS_socketpair, AF_UNIX, type_of(m->kind) | flags, 0, (long)number, 0, 0);
    }
}

static long find_numbers(const struct making *m, int number[2])
{
    if (world_in_setup())
        return make_in_kernel(m, number);
    number[0] = descriptor_free_number(0);
    number[1] = number[0] < 0 ? number[0] : ends_of(m) == 1 ? -1 : descriptor_free_number(number[0] + 1);
    return number[0] < 0 ? number[0] : ends_of(m) == 2 && number[1] < 0 ? number[1] : 0;
}

static int free_channel(void)
{
    for (int i = 0; i < CHANNELS; i++)
        if (mz__channels[i].it.kind == CHANNEL_NONE)
            return i;
    return -1;
}

/* A bit for each. */
static uint32_t buffers_used(void)
{
    _Static_assert(BUFFERS == 32, "one bit each");
    uint32_t used = 0;
    for (const struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        for (unsigned end = 0; end < 2; end++)
            if (s->it.buffer[end])
                used |= 1u << (s->it.buffer[end] - 1);
    return used;
}

bool channel_has_buffers(unsigned count)
{
    return BUFFERS - (unsigned)__builtin_popcount(buffers_used()) >= count;
}

/* There is one. */
void channel_take_buffer(struct channel *c, unsigned end)
{
    mem_set(&c->buffer[end], (uint8_t)(__builtin_ctz(~buffers_used()) + 1));
}

int channel_socket_number(int flags)
{
    struct making m = {.kind = CHANNEL_STREAM, .family = AF_UNIX, .alone = true, .flags = flags};
    int number[2];
    long error = find_numbers(&m, number);
    return error < 0 ? (int)error : number[0];
}

void channel_name_end(int fd, unsigned end, bool cloexec)
{
    mem_will_write(&mz__descriptors[fd], sizeof(struct descriptor));
    mz__descriptors[fd] = (struct descriptor){.file = end, .position = cloexec, .use = USE_CHANNEL + 1, .stream = channel_at(end)->kind};
    struct channel_end *e = &channel_at(end)->end[end % 2];
    mem_set(&e->descriptors, e->descriptors + 1);
    descriptors_changed();
}

static bool too_high(const struct making *m, const int number[2])
{
    return number[0] >= DESCRIPTORS || (ends_of(m) == 2 && number[1] >= DESCRIPTORS);
}

/* The next descriptor would take its place. */
static bool standard_is_closed(void)
{
    return descriptor_is_closed(0) || descriptor_is_closed(1) || descriptor_is_closed(2);
}
static const char in_its_place[] = "a pipe, eventfd or socket in the place of a standard stream is not supported";

/* arg[0]: struct making */
static enum performed perform_make(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct making *m = (struct making *)op->arg[0];
    int index = free_channel(), number[2] = {-1, -1};
    if (index < 0)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d pipes, eventfds, sockets and epoll instances are not supported",
                            CHANNELS);
    if (standard_is_closed())
        return world_report(t, FAULT_REFUSED, 0, 0, "%s", in_its_place);
    struct channel *c = &mz__channels[index].it;
    long error = find_numbers(m, number);
    if (error < 0)
        return probe_fails(t, (int)-error);
    if (too_high(m, number))
        return world_report(t, FAULT_REFUSED, 0, 0, "descriptors above %d are not supported", DESCRIPTORS - 1);
    if (!channel_has_buffers(buffers_of(m)))
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d pipes, or half as many pairs of sockets, are not supported", BUFFERS);
    mem_set(&c->kind, (uint32_t)m->kind);
    mem_set(&c->counter, m->counter);
    mem_set(&c->semaphore, (uint32_t)(m->kind == CHANNEL_EVENTFD && m->flags & EFD_SEMAPHORE));
    mem_set(&c->family, (uint8_t)m->family);
    mem_set(&c->phase, (uint8_t)(m->alone ? PHASE_FRESH : PHASE_CONNECTED));
    for (unsigned end = 0; end < buffers_of(m); end++)
        channel_take_buffer(c, end);
    for (unsigned end = 0; end < ends_of(m); end++) {
        mem_set(&c->end[end].flags, (uint16_t)(m->flags & O_NONBLOCK));
        channel_name_end(number[end], 2 * (unsigned)index + end, m->flags & O_CLOEXEC);
    }
    mem_copy(m->number, number, sizeof number);
    return PERFORM_RESUME;
}

static void complete_with_channels(struct op *op)
{
    op->addr2 = (uint64_t)mz__channels;
    op->size2 = sizeof mz__channels;
}

const struct semantics channel_make_semantics = {.perform = perform_make, .complete = complete_with_channels};

static int make(uint64_t pc, struct making *m)
{
    return (int)announce_from(pc, OP_CHANNEL_MAKE, mz__descriptors, sizeof mz__descriptors, (uint64_t)m, 0, 0);
}

static __attribute__((noinline)) int make_pair(uint64_t pc, enum channel_kind kind, int flags, int *to)
{
    struct making m = {.kind = kind, .family = kind == CHANNEL_PIPE ? 0 : AF_UNIX, .flags = flags};
    if (make(pc, &m) < 0)
        return -1;
    return (int)announce_give_from(pc, to, m.number, sizeof m.number, 0);
}

static __attribute__((noinline)) int make_one(uint64_t pc, enum channel_kind kind, int flags, uint64_t counter)
{
    struct making m = {.kind = kind, .flags = flags, .counter = counter};
    return make(pc, &m) < 0 ? -1 : m.number[0];
}

EXPORT int pipe(int to[2])
{
    if (!probe_active(NULL))
        return REAL(pipe)(to);
    return make_pair(CALLER, CHANNEL_PIPE, 0, to);
}

EXPORT int pipe2(int to[2], int flags)
{
    if (!probe_active(NULL))
        return REAL(pipe2)(to, flags);
    uint64_t pc = CALLER;
    if (flags & O_DIRECT)
        return (int)probe_refused_from(pc, "pipe2 with O_DIRECT");
    if (flags & ~(O_NONBLOCK | O_CLOEXEC))
        return announce_failure_from(pc, EINVAL);
    return make_pair(pc, CHANNEL_PIPE, flags, to);
}

EXPORT int eventfd(unsigned counter, int flags)
{
    if (!probe_active(NULL))
        return REAL(eventfd)(counter, flags);
    uint64_t pc = CALLER;
    if (flags & ~(EFD_NONBLOCK | EFD_CLOEXEC | EFD_SEMAPHORE))
        return announce_failure_from(pc, EINVAL);
    return make_one(pc, CHANNEL_EVENTFD, flags, counter);
}

EXPORT int socketpair(int family, int type, int protocol, int to[2])
{
    if (!probe_active(NULL))
        return REAL(socketpair)(family, type, protocol, to);
    uint64_t pc = CALLER;
    int flags = type & (SOCK_NONBLOCK | SOCK_CLOEXEC), kind = type & ~flags;
    if (family != AF_UNIX || (protocol != 0 && protocol != AF_UNIX) || kind == SOCK_RAW)
        return (int)probe_refused_from(pc, "socketpair of other sockets than AF_UNIX");
    switch (kind) {
    case SOCK_STREAM: return make_pair(pc, CHANNEL_STREAM, flags, to);
    case SOCK_SEQPACKET: return make_pair(pc, CHANNEL_SEQPACKET, flags, to);
    case SOCK_DGRAM: return make_pair(pc, CHANNEL_DGRAM, flags, to);
    default: return announce_failure_from(pc, ESOCKTNOSUPPORT);
    }
}

static __attribute__((noinline)) int make_socket(uint64_t pc, enum channel_kind kind, int family, int flags)
{
    struct making m = {.kind = kind, .family = family, .alone = true, .flags = flags};
    return make(pc, &m) < 0 ? -1 : m.number[0];
}

EXPORT int socket(int family, int type, int protocol)
{
    if (!probe_active(NULL))
        return REAL(socket)(family, type, protocol);
    uint64_t pc = CALLER;
    int flags = type & (SOCK_NONBLOCK | SOCK_CLOEXEC), kind = type & ~flags;
    bool local = family == AF_UNIX && (protocol == 0 || protocol == AF_UNIX);
    bool internet = family == AF_INET || family == AF_INET6;
    bool tcp = internet && (protocol == 0 || protocol == IPPROTO_TCP), udp = internet && (protocol == 0 || protocol == IPPROTO_UDP);
    if (local && kind == SOCK_SEQPACKET)
        return make_socket(pc, CHANNEL_SEQPACKET, family, flags);
    if ((local || tcp) && kind == SOCK_STREAM)
        return make_socket(pc, CHANNEL_STREAM, family, flags);
    if ((local || udp) && kind == SOCK_DGRAM)
        return make_socket(pc, CHANNEL_DGRAM, family, flags);
    if (kind > SOCK_PACKET || kind < 0)
        return announce_failure_from(pc, EINVAL);
    return (int)probe_refused_from(pc, "socket of other kinds than AF_UNIX, TCP and UDP");
}

EXPORT int epoll_create1(int flags)
{
    if (!probe_active(NULL))
        return REAL(epoll_create1)(flags);
    uint64_t pc = CALLER;
    return flags & ~EPOLL_CLOEXEC ? announce_failure_from(pc, EINVAL) : make_one(pc, CHANNEL_EPOLL, flags, 0);
}

EXPORT int epoll_create(int size)
{
    if (!probe_active(NULL))
        return REAL(epoll_create)(size);
    uint64_t pc = CALLER;
    return size <= 0 ? announce_failure_from(pc, EINVAL) : make_one(pc, CHANNEL_EPOLL, 0, 0);
}

/* ---- closing ------------------------------------------------------------------------------------------------------------------ */

/* poll, too, keeps what it waits for open: for how long others would notice it is not modelled. */
static bool is_polled(unsigned end)
{
    THREADSET_EACH(u, mz__world.live)
        if (mz__world.thread[u].op.kind == OP_POLL && poll_waits_for(&mz__world.thread[u].op, end))
            return true;
    return false;
}

/* The number names nothing any more. PERFORM_FAULT: that is not supported. */
static enum performed unname(struct thread *t, int fd)
{
    unsigned end = (unsigned)mz__descriptors[fd].file;
    struct channel *c = channel_at(end);
    if (is_polled(end))
        return world_report(t, FAULT_REFUSED, 0, 0,
                            "closing a descriptor that another thread waits for in poll or select is not supported");
    mem_will_write(&mz__descriptors[fd], sizeof(struct descriptor));
    mz__descriptors[fd] = (struct descriptor){.use = world_in_setup() ? 0 : USE_NONE + 1};
    mem_set(&c->end[end % 2].descriptors, c->end[end % 2].descriptors - 1);
    if (world_in_setup())
        raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    descriptors_changed();
    channel_settle(c, end % 2, t);
    return PERFORM_RESUME;
}

/* arg[2]: as of LIBCALL_CLOSE, which it is if there is no channel. */
static enum performed perform_close(struct thread *t, struct op *op, unsigned choice)
{
    int fd = (int)(uint32_t)op->arg[2];
    return descriptor_is_channel(fd) ? unname(t, fd) : libcall_close(t, op, choice);
}

const struct semantics channel_close_semantics = {.perform = perform_close, .complete = complete_with_channels};

/* ---- further descriptors ------------------------------------------------------------------------------------------------------- */

/* op.detail */
enum { DUP_LOWEST, DUP_EXACT };

static long in_kernel(const struct op *op, int from, int to, bool cloexec)
{
    if (op->detail == DUP_EXACT)
        return raw_syscall(SYS_dup3, from, to, cloexec ? O_CLOEXEC : 0, 0, 0, 0);
    return raw_syscall(SYS_fcntl, from, cloexec ? F_DUPFD_CLOEXEC : F_DUPFD, to, 0, 0, 0);
}

/* dup2 and dup3: what the number named before is closed. */
static enum performed make_free(struct thread *t, int to)
{
    if (to < 3)
        return world_report(t, FAULT_REFUSED, 0, 0, "%s", in_its_place);
    if (descriptor_is_channel(to))
        return unname(t, to);
    bool used = descriptor_use_now(to) != USE_NONE;
    if (used && (world_in_setup() || descriptor_has_stream(to)))
        return world_report(t, FAULT_REFUSED, 0, 0, "a descriptor in the place of a file that set-up or a stream has is not supported");
    if (used)
        descriptor_unname(to);
    return PERFORM_RESUME;
}

static enum performed name_copy(struct thread *t, const struct op *op, int from, int to)
{
    if (!descriptor_is_channel(from))
        return descriptor_copy(t, from, to, op->arg[2]);
    channel_name_end(to, (unsigned)mz__descriptors[from].file, op->arg[2]);
    t->result[0] = (uint64_t)to;
    return PERFORM_RESUME;
}

/* arg[0]: the descriptor; arg[1]: the number that it gets, or the least; arg[2]: O_CLOEXEC */
static enum performed perform_dup(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int from = (int)op->arg[0], to = (int)op->arg[1];
    if (descriptor_use_now(from) == USE_NONE)
        return probe_fails(t, EBADF);
    if (to < 0 || to >= DESCRIPTORS)
        return probe_fails(t, op->detail == DUP_EXACT ? EBADF : EINVAL);
    if (standard_is_closed())
        return world_report(t, FAULT_REFUSED, 0, 0, "%s", in_its_place);
    if (op->detail == DUP_EXACT && from == to) {
        t->result[0] = (uint64_t)to;
        return PERFORM_RESUME;
    }
    if (op->detail == DUP_EXACT && make_free(t, to) != PERFORM_RESUME)
        return PERFORM_FAULT;
    if (world_in_setup())
        to = (int)in_kernel(op, from, to, op->arg[2]);
    else if (op->detail == DUP_LOWEST)
        to = descriptor_free_number(to);
    if (to < 0)
        return probe_fails(t, -to);
    if (to >= DESCRIPTORS)
        return world_report(t, FAULT_REFUSED, 0, 0, "descriptors above %d are not supported", DESCRIPTORS - 1);
    return name_copy(t, op, from, to);
}

const struct semantics channel_dup_semantics = {.perform = perform_dup, .complete = complete_with_channels};

static int duplicate(uint64_t pc, unsigned how, int from, int to, bool cloexec)
{
    return (int)announce_from(pc, OP_CHANNEL_DUP | ANNOUNCE_DETAIL(how), mz__descriptors, sizeof mz__descriptors, (uint64_t)from,
                              (uint64_t)to, cloexec);
}

/* In set-up files are the kernel's; later the engine says what can be duplicated. */
static bool is_real(int fd)
{
    return !probe_active(NULL) || (world_in_setup() && !descriptor_is_channel(fd));
}

static bool is_refused(void)
{
    return !mz__world.channels;
}

EXPORT int dup(int fd)
{
    if (is_real(fd))
        return REAL(dup)(fd);
    return duplicate(CALLER, DUP_LOWEST, fd, 0, false);
}

/* A file that is put in the place of a channel closes that. */
static const char replaced[] = "a file in the place of a pipe, eventfd or socket, before the first thread or choice,";
static bool replaces_channel(int to)
{
    return probe_active(NULL) && descriptor_is_channel(to);
}

EXPORT int dup2(int fd, int to)
{
    if (is_real(fd) && !replaces_channel(to))
        return REAL(dup2)(fd, to);
    return is_real(fd) ? probe_refused_int(replaced) : duplicate(CALLER, DUP_EXACT, fd, to, false);
}

EXPORT int dup3(int fd, int to, int flags)
{
    if (is_real(fd) && !replaces_channel(to))
        return REAL(dup3)(fd, to, flags);
    if (is_real(fd))
        return probe_refused_int(replaced);
    uint64_t pc = CALLER;
    return fd == to || flags & ~O_CLOEXEC ? announce_failure_from(pc, EINVAL) : duplicate(pc, DUP_EXACT, fd, to, flags);
}

/* ---- settings ------------------------------------------------------------------------------------------------------------------- */

enum performed channel_shut_down(struct thread *t, struct channel *c, unsigned end, int how)
{
    if (!channel_is_socket(c))
        return probe_fails(t, ENOTSOCK);
    if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR)
        return probe_fails(t, EINVAL);
    if (c->kind == CHANNEL_DGRAM && c->family != AF_UNIX)
        return world_report(t, FAULT_REFUSED, 0, 0, "shutdown of a socket of UDP is not supported");
    if (channel_is_tcp(c))
        return tcp_shut_down(t, c, end, how);
    uint8_t mine = how == SHUT_RD ? SHUT_READING : how == SHUT_WR ? SHUT_WRITING : SHUT_READING | SHUT_WRITING;
    uint8_t others = (uint8_t)((mine & SHUT_READING ? SHUT_WRITING : 0) | (mine & SHUT_WRITING ? SHUT_READING : 0));
    mem_set(&c->end[end].shut, (uint8_t)(c->end[end].shut | mine));
    channel_news(c, end, 0);
    if (c->kind != CHANNEL_DGRAM && c->phase == PHASE_CONNECTED) {
        mem_set(&c->end[!end].shut, (uint8_t)(c->end[!end].shut | others));
        channel_news(c, !end, 0);
    }
    return PERFORM_RESUME;
}

static uint64_t access_mode(const struct channel *c, unsigned end)
{
    return c->kind != CHANNEL_PIPE ? O_RDWR : end ? O_WRONLY : O_RDONLY;
}

/* arg[0]: value; arg[2]: the descriptor, which may have been closed since it was looked up */
static enum performed set_cloexec(struct thread *t, struct op *op)
{
    int fd = (int)op->arg[2];
    if (!descriptor_is_channel(fd))
        return probe_fails(t, EBADF);
    if (op->detail == SET_ASK_CLOEXEC)
        t->result[0] = mz__descriptors[fd].position;
    else
        mem_set(&mz__descriptors[fd].position, op->arg[0]);
    return PERFORM_RESUME;
}

/* FIONREAD: of datagrams, the first one's. */
static enum performed tell_bytes(struct thread *t, const struct channel *c, unsigned end)
{
    if (has_one_end((enum channel_kind)c->kind))
        return probe_fails(t, ENOTTY);
    if (c->phase == PHASE_LISTENING)
        return probe_fails(t, EINVAL);
    const struct queue *q = &c->queue[c->kind == CHANNEL_PIPE ? 0 : end];
    t->result[0] = c->kind == CHANNEL_DGRAM ? q->length[0] : q->bytes;
    return PERFORM_RESUME;
}

/* arg[0]: value; arg[2]: the end */
static enum performed perform_set(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (op->detail == SET_ASK_CLOEXEC || op->detail == SET_CLOEXEC)
        return set_cloexec(t, op);
    unsigned end = (unsigned)op->arg[2] % 2;
    struct channel *c = channel_at((unsigned)op->arg[2]);
    enum performed done = PERFORM_RESUME;
    if (channel_would_abandon(c) || (op->detail == SET_SHUTDOWN && channel_is_tcp(c) && c->phase == PHASE_LISTENING && c->waiting))
        return channel_refuse_to_abandon(t);
    switch (op->detail) {
    case SET_ASK_FLAGS: t->result[0] = c->end[end].flags | access_mode(c, end); break;
    case SET_FLAGS: mem_set(&c->end[end].flags, (uint16_t)(op->arg[0] & O_NONBLOCK)); break;
    case SET_NONBLOCKING: mem_set(&c->end[end].flags, (uint16_t)(op->arg[0] ? O_NONBLOCK : 0)); break;
    case SET_ASK_BYTES: done = tell_bytes(t, c, end); break;
    case SET_SHUTDOWN: done = channel_shut_down(t, c, end, (int)op->arg[0]); break;
    default: done = socket_setting(t, op, c, end);
    }
    channel_settle(c, end, t);
    return done;
}

const struct semantics channel_set_semantics = {.perform = perform_set};

long channel_announce_setting(uint64_t pc, enum channel_setting what, int end, uint64_t value)
{
    return (long)announce_from(pc, OP_CHANNEL_SET | ANNOUNCE_DETAIL(what), channel_at((unsigned)end), CHANNEL_STRIDE, value, 0,
                               (uint64_t)end);
}

/* What belongs to the number alone. */
static int setting_of_number(uint64_t pc, unsigned what, int fd, uint64_t value)
{
    return (int)announce_from(pc, OP_CHANNEL_SET | ANNOUNCE_DETAIL(what), &mz__descriptors[fd], sizeof(struct descriptor), value, 0,
                              (uint64_t)fd);
}

static __attribute__((noinline)) int control(uint64_t pc, int fd, int command, uint64_t argument)
{
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
        return duplicate(pc, DUP_LOWEST, fd, (int)argument, command == F_DUPFD_CLOEXEC);
    int end = channel_of(pc, fd);
    if (end < 0)
        return file_control(pc, fd, command, argument);
    switch (command) {
    case F_GETFD: return setting_of_number(pc, SET_ASK_CLOEXEC, fd, 0);
    case F_SETFD: return setting_of_number(pc, SET_CLOEXEC, fd, argument & FD_CLOEXEC);
    case F_GETFL: return (int)channel_announce_setting(pc, SET_ASK_FLAGS, end, 0);
    case F_SETFL: return (int)channel_announce_setting(pc, SET_FLAGS, end, argument);
    case F_GETPIPE_SZ: return mz__descriptors[fd].stream == CHANNEL_PIPE ? BUFFER_BYTES : announce_failure_from(pc, EBADF);
    default: return (int)probe_refused_from(pc, "this command of fcntl on a pipe, eventfd or socket");
    }
}

/* Third argument and all: what is not given is not looked at. */
#define CONTROL(name)                                                                              \
    STAND_IN(int, name, int fd, int command, uint64_t argument)                                    \
    {                                                                                              \
        if (is_real(fd))                                                                           \
            return REAL_AS(name, int (*)(int, int, uint64_t))(fd, command, argument);              \
        return control(CALLER, fd, command, argument);                                             \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

static __attribute__((noinline)) int device_control(uint64_t pc, int fd, unsigned long request, int *argument)
{
    int end = channel_of(pc, fd);
    if (end < 0)
        return descriptor_use_now(fd) == USE_NONE ? announce_failure_from(pc, EBADF) : (int)probe_refused_later_from(pc, "ioctl");
    int value = 0;
    switch (request) {
    case FIONREAD:
        value = (int)channel_announce_setting(pc, SET_ASK_BYTES, end, 0);
        return value < 0 ? -1 : (int)announce_give_from(pc, argument, &value, sizeof value, 0);
    case FIONBIO:
        announce_read_from(pc, argument, sizeof *argument);
        return (int)channel_announce_setting(pc, SET_NONBLOCKING, end, *argument != 0);
    case FIOCLEX: return setting_of_number(pc, SET_CLOEXEC, fd, FD_CLOEXEC);
    case FIONCLEX: return setting_of_number(pc, SET_CLOEXEC, fd, 0);
    default: return (int)probe_refused_from(pc, "this request of ioctl on a pipe, eventfd or socket");
    }
}

STAND_IN(int, ioctl, int fd, unsigned long request, int *argument)
{
    if (is_real(fd))
        return REAL_AS(ioctl, int (*)(int, unsigned long, int *))(fd, request, argument);
    return is_refused() ? probe_refused_later_int("ioctl") : device_control(CALLER, fd, request, argument);
}
