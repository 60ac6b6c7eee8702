/* socket_calls.c - several parts at once, sockets, and bare system calls: stand-ins that read from channels and write to them. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include "probe/argument.h"
#include "probe/channels/datagrams.h"
#include "probe/channels/transfer.h"
#include "probe/refuse.h"
#include "world/world.h"

/* The program's list of parts, in the caller's frame. */
#define PARTS(pc, given, count)                                                                     \
    ({                                                                                              \
        size_t size_ = (size_t)(count) * sizeof(struct iovec);                                      \
        struct iovec *made_ = __builtin_alloca(size_ + 16);                                         \
        probe_wipe_stack();                                                                         \
        announce_read_from(pc, given, size_);                                                       \
        memcpy(made_, given, size_);                                                                \
        made_;                                                                                      \
    })

static __attribute__((noinline)) struct received receive_parts(uint64_t pc, int end, unsigned how, const struct iovec *given, int count)
{
    const struct iovec *parts = count > 0 ? PARTS(pc, given, count) : NULL;
    return channel_receive(pc, end, how, parts, count);
}

static __attribute__((noinline)) ssize_t send_parts(uint64_t pc, int end, unsigned how, const struct iovec *given, int count)
{
    const struct iovec *parts = count > 0 ? PARTS(pc, given, count) : NULL;
    return channel_send(pc, end, how, parts, count);
}

/* In set-up what is no channel is the kernel's. Later that is refused, or was closed. */
static bool is_real(int fd)
{
    return !probe_active(NULL) || (world_in_setup() && !descriptor_is_channel(fd));
}

static ssize_t no_channel(uint64_t pc, int fd, const char *name)
{
    return descriptor_use_now(fd) == USE_NONE ? announce_failure_from(pc, EBADF) : (ssize_t)probe_refused_later_from(pc, name);
}

EXPORT ssize_t readv(int fd, const struct iovec *parts, int count)
{
    if (is_real(fd))
        return REAL(readv)(fd, parts, count);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return no_channel(pc, fd, "readv");
    return count < 0 || count > IOV_MAX ? announce_failure_from(pc, EINVAL) : receive_parts(pc, end, 0, parts, count).result;
}

EXPORT ssize_t writev(int fd, const struct iovec *parts, int count)
{
    if (is_real(fd))
        return REAL(writev)(fd, parts, count);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return no_channel(pc, fd, "writev");
    if (count > 1 && mz__descriptors[fd].stream == CHANNEL_EVENTFD) /* which adds each of them */
        return (ssize_t)probe_refused_from(pc, "writev of several parts to an eventfd");
    return count < 0 || count > IOV_MAX ? announce_failure_from(pc, EINVAL) : send_parts(pc, end, 0, parts, count);
}

EXPORT int eventfd_read(int fd, eventfd_t *value)
{
    if (is_real(fd))
        return REAL(eventfd_read)(fd, value);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return (int)no_channel(pc, fd, "eventfd_read");
    return channel_read(pc, end, value, sizeof *value) == sizeof *value ? 0 : -1;
}

EXPORT int eventfd_write(int fd, eventfd_t value)
{
    if (is_real(fd))
        return REAL(eventfd_write)(fd, value);
    uint64_t pc = CALLER;
    int end = channel_of(pc, fd);
    if (end < 0)
        return (int)no_channel(pc, fd, "eventfd_write");
    return channel_write(pc, end, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* ---- sockets ------------------------------------------------------------------------------------------------------------------ */

/* Flags of calls that are supported. */
enum { SENDING = MSG_DONTWAIT | MSG_NOSIGNAL, RECEIVING = SENDING | MSG_CMSG_CLOEXEC | MSG_PEEK | MSG_WAITALL };

/* The end of a socket, and how; negative: what is to be returned instead. */
struct socket_call {
    int      end;
    unsigned how;
};

static struct socket_call socket_call(uint64_t pc, int fd, int flags, int known, const char *name)
{
    struct socket_call call = {channel_of(pc, fd), CHANNEL_SOCKETS};
    call.how |= (flags & MSG_DONTWAIT ? CHANNEL_DONTWAIT : 0) | (flags & MSG_NOSIGNAL ? CHANNEL_NOSIGNAL : 0);
    call.how |= (flags & MSG_PEEK ? CHANNEL_PEEKS : 0) | (flags & MSG_WAITALL ? CHANNEL_WAITS_ALL : 0);
    if (call.end < 0)
        call.end = channel_no_socket(pc, fd);
    else if (flags & ~known || (flags & MSG_PEEK && flags & MSG_WAITALL))
        call.end = (int)probe_refused_from(pc, name);
    return call;
}


/* With an address of whom it goes to. */
static __attribute__((noinline)) ssize_t send_to(uint64_t pc, const struct socket_call *call, const struct iovec *parts, int count,
                                                 const void *address, unsigned size)
{
    struct spelt to;
    if (!channel_is_lone(channel_at((unsigned)call->end)))
        return (ssize_t)probe_refused_from(pc, "sending with an address by a socket that is connected, or to be connected,");
    if (!socket_name_read(pc, address, size, &to))
        return announce_failure_from(pc, EINVAL);
    probe_wipe_stack(); /* of what reading the name has left where the next frames will be */
    return datagram_send(pc, call->end, call->how, parts, count, &to);
}

static ssize_t send_from(uint64_t pc, int fd, const void *from, size_t n, int flags)
{
    struct socket_call call = socket_call(pc, fd, flags, SENDING, "send with these flags");
    struct iovec one = {(void *)(uintptr_t)from, n};
    return call.end < 0 ? -1 : channel_send(pc, call.end, call.how, &one, 1);
}

static ssize_t send_from_to(uint64_t pc, int fd, const void *from, size_t n, int flags, const void *address, unsigned size)
{
    struct socket_call call = socket_call(pc, fd, flags, SENDING, "sendto with these flags");
    struct iovec one = {(void *)(uintptr_t)from, n};
    return call.end < 0 ? -1 : send_to(pc, &call, &one, 1, address, size);
}

static ssize_t receive_to(uint64_t pc, int fd, void *to, size_t n, int flags)
{
    struct socket_call call = socket_call(pc, fd, flags, RECEIVING, "recv with these flags");
    struct iovec one = {to, n};
    if (call.end >= 0 && flags & MSG_WAITALL && n > BUFFER_BYTES)
        return (ssize_t)probe_refused_from(pc, "recv of more than 65536 bytes with MSG_WAITALL");
    return call.end < 0 ? -1 : channel_receive(pc, call.end, call.how, &one, 1).result;
}

/* And who has sent it. */
static __attribute__((noinline)) ssize_t receive_from(uint64_t pc, int fd, void *to, size_t n, int flags, void *address, unsigned *size)
{
    struct socket_call call = socket_call(pc, fd, flags, RECEIVING, "recvfrom with these flags");
    struct iovec one = {to, n};
    if (call.end < 0)
        return -1;
    if (flags & MSG_WAITALL)
        return (ssize_t)probe_refused_from(pc, "recvfrom with MSG_WAITALL and an address");
    struct received got = channel_receive(pc, call.end, call.how, &one, 1);
    return got.result < 0 || socket_name_give(pc, &got.from, address, size) < 0 ? -1 : got.result;
}

EXPORT ssize_t send(int fd, const void *from, size_t n, int flags)
{
    if (!probe_active(NULL))
        return REAL(send)(fd, from, n, flags);
    return send_from(CALLER, fd, from, n, flags);
}

EXPORT ssize_t recv(int fd, void *to, size_t n, int flags)
{
    if (!probe_active(NULL))
        return REAL(recv)(fd, to, n, flags);
    return receive_to(CALLER, fd, to, n, flags);
}

STAND_IN(ssize_t, __recv_chk, int fd, void *to, size_t n, size_t room, int flags)
{
    if (!probe_active(NULL))
        return REAL_AS(__recv_chk, ssize_t (*)(int, void *, size_t, size_t, int))(fd, to, n, room, flags);
    uint64_t pc = CALLER;
    if (n > room)
        announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
    return receive_to(pc, fd, to, n, flags);
}

STAND_IN(ssize_t, sendto, int fd, const void *from, size_t n, int flags, const void *address, unsigned address_size)
{
    if (!probe_active(NULL))
        return REAL_AS(sendto, ssize_t (*)(int, const void *, size_t, int, const void *, unsigned))(fd, from, n, flags, address,
                                                                                                    address_size);
    return address ? send_from_to(CALLER, fd, from, n, flags, address, address_size) : send_from(CALLER, fd, from, n, flags);
}

STAND_IN(ssize_t, recvfrom, int fd, void *to, size_t n, int flags, void *address, unsigned *address_size)
{
    if (!probe_active(NULL))
        return REAL_AS(recvfrom, ssize_t (*)(int, void *, size_t, int, void *, unsigned *))(fd, to, n, flags, address, address_size);
    return address ? receive_from(CALLER, fd, to, n, flags, address, address_size) : receive_to(CALLER, fd, to, n, flags);
}

static __attribute__((noinline)) ssize_t send_parts_to(uint64_t pc, const struct socket_call *call, const struct msghdr *message)
{
    int count = (int)message->msg_iovlen;
    const struct iovec *parts = count > 0 ? PARTS(pc, message->msg_iov, count) : NULL;
    return send_to(pc, call, parts, count, message->msg_name, message->msg_namelen);
}

static __attribute__((noinline)) ssize_t send_message(uint64_t pc, int fd, const struct msghdr *given, int flags)
{
    struct msghdr message = ARGUMENT(pc, given);
    struct socket_call call = socket_call(pc, fd, flags, SENDING, "sendmsg with these flags");
    if (call.end >= 0 && message.msg_control && message.msg_controllen)
        return (ssize_t)probe_refused_from(pc, "sendmsg with descriptors or other control data");
    if (call.end >= 0 && message.msg_name && message.msg_namelen)
        return send_parts_to(pc, &call, &message);
    return call.end < 0 ? -1 : send_parts(pc, call.end, call.how, message.msg_iov, (int)message.msg_iovlen);
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (!probe_active(NULL))
        return REAL(sendmsg)(fd, message, flags);
    return send_message(CALLER, fd, message, flags);
}

/* No control data come with it. */
static __attribute__((noinline)) ssize_t receive_message(uint64_t pc, int fd, struct msghdr *given, int flags)
{
    struct msghdr message = ARGUMENT(pc, given);
    struct socket_call call = socket_call(pc, fd, flags, RECEIVING, "recvmsg with these flags");
    if (call.end < 0)
        return -1;
    if (flags & MSG_WAITALL)
        return (ssize_t)probe_refused_from(pc, "recvmsg with MSG_WAITALL");
    struct received got = receive_parts(pc, call.end, call.how, message.msg_iov, (int)message.msg_iovlen);
    if (got.result < 0)
        return -1;
    int happened = (uint64_t)got.result < got.message ? MSG_TRUNC : 0;
    size_t none = 0;
    unsigned named = message.msg_name ? got.from.size : 0, part = named < message.msg_namelen ? named : message.msg_namelen;
    if (part)
        announce_give_from(pc, message.msg_name, got.from.bytes, part, 0);
    announce_give_from(pc, &given->msg_namelen, &named, sizeof given->msg_namelen, 0);
    announce_give_from(pc, &given->msg_controllen, &none, sizeof given->msg_controllen, 0);
    announce_give_from(pc, &given->msg_flags, &happened, sizeof given->msg_flags, 0);
    return got.result;
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    if (!probe_active(NULL))
        return REAL(recvmsg)(fd, message, flags);
    return receive_message(CALLER, fd, message, flags);
}
