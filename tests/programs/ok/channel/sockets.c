// expect: verified
// Pairs of sockets: bytes both ways, shutdown, the end of one side, messages that keep their bounds.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int s[2], d[2], q[2];

static void *echo(void *unused)
{
    char c;
    while (recv(s[1], &c, 1, 0) == 1)
        assert(send(s[1], &c, 1, MSG_NOSIGNAL) == 1);
    assert(shutdown(s[1], SHUT_WR) == 0);
    return unused;
}

static int events_of(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
    assert(poll(&p, 1, 0) >= 0);
    return p.revents;
}

static void messages(void)
{
    char a[4], b[4];
    struct iovec parts[2] = {{a, 2}, {b, 2}};
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
    assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, q) == 0 && socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, d) == 0);
    assert(recv(d[0], a, 1, 0) == -1 && errno == EAGAIN);
    assert(write(d[1], "abc", 3) == 3 && send(d[1], "", 0, 0) == 0 && write(d[1], "wxyz!", 5) == 5);
    assert(recvmsg(d[0], &m, 0) == 3 && memcmp(a, "ab", 2) == 0 && b[0] == 'c' && m.msg_flags == 0);
    assert(read(d[0], a, 4) == 0 && recvmsg(d[0], &m, 0) == 4 && m.msg_flags == MSG_TRUNC && memcmp(b, "yz", 2) == 0);
    assert(recv(d[0], a, 1, 0) == -1);
    assert(close(d[0]) == 0 && write(d[1], "a", 1) == -1 && errno == ECONNREFUSED);
    memcpy(a, "12", 2);
    memcpy(b, "34", 2);
    assert(sendmsg(q[0], &m, 0) == 4 && read(q[1], a, 2) == 2 && recv(q[1], a, 2, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    assert(close(q[0]) == 0 && read(q[1], a, 1) == 0 && send(q[1], "a", 1, 0) == -1 && errno == EPIPE);
}

int main(void)
{
    pthread_t t;
    char c[2];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    assert(events_of(s[0]) == POLLOUT);
    pthread_create(&t, NULL, echo, NULL);
    assert(send(s[0], "h", 1, 0) == 1 && write(s[0], "i", 1) == 1);
    assert(read(s[0], c, 1) == 1 && c[0] == 'h');
    assert(shutdown(s[0], SHUT_WR) == 0);
    assert(read(s[0], c, 1) == 1 && c[0] == 'i' && read(s[0], c, 1) == 0);
    pthread_join(t, NULL);
    assert(events_of(s[0]) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP));
    assert(send(s[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    close(s[1]);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    assert(write(s[0], "unread", 6) == 6 && close(s[1]) == 0);
    assert(events_of(s[0]) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR));
    assert(read(s[0], c, 1) == -1 && errno == ECONNRESET && read(s[0], c, 1) == 0);
    assert(recv(0, c, 1, 0) == -1 && errno == ENOTSOCK);
    messages();
    return 0;
}
