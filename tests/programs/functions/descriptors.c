// expect: verified
// errors: __poll_chk __ppoll_chk __recv_chk dup dup2 dup3 epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd
// errors: eventfd_read eventfd_write fcntl fcntl64 ioctl pipe pipe2 poll ppoll pselect readv recv recvfrom recvmsg select send
// errors: sendmsg sendto shutdown socketpair writev
// Each function of descriptors once, and once where it fails, in set-up and in a thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int __poll_chk(struct pollfd *descriptors, nfds_t count, int limit, size_t room);
int __ppoll_chk(struct pollfd *descriptors, nfds_t count, const struct timespec *limit, const sigset_t *mask, size_t room);
ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags);

#define FAILS(call, error) assert((errno = 0, (call) == -1 && errno == (error)))

static const struct timespec none, wrong = {.tv_nsec = -1};
enum { CLOSED = 77 };

static void waits(void)
{
    int e = eventfd(1, EFD_CLOEXEC), instance = epoll_create(1);
    struct pollfd set = {.fd = e, .events = POLLIN | POLLOUT}, closed = {.fd = CLOSED, .events = POLLIN};
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = 9};
    fd_set in;
    FD_ZERO(&in);
    FD_SET(e, &in);
    assert(poll(&set, 1, -1) == 1 && set.revents == (POLLIN | POLLOUT) && poll(&closed, 1, -1) == 1 && closed.revents == POLLNVAL);
    assert(ppoll(&set, 1, &none, NULL) == 1 && __poll_chk(&set, 1, 0, sizeof set) == 1);
    assert(__ppoll_chk(&set, 1, &none, NULL, sizeof set) == 1);
    FAILS(ppoll(&set, 1, &wrong, NULL), EINVAL);
    assert(select(e + 1, &in, NULL, NULL, NULL) == 1 && pselect(e + 1, &in, NULL, NULL, &none, NULL) == 1);
    FAILS(select(-1, NULL, NULL, NULL, NULL), EINVAL);
    FAILS(pselect(e + 1, &in, NULL, NULL, &wrong, NULL), EINVAL);
    assert(epoll_ctl(instance, EPOLL_CTL_ADD, e, &event) == 0);
    FAILS(epoll_ctl(instance, EPOLL_CTL_ADD, CLOSED, &event), EBADF);
    FAILS(epoll_ctl(instance, EPOLL_CTL_ADD, instance, &event), EINVAL);
    FAILS(epoll_ctl(instance, 9, e, &event), EINVAL);
    FAILS(epoll_ctl(e, EPOLL_CTL_ADD, instance, &event), EINVAL);
    event.data.u64 = 0;
    assert(epoll_wait(instance, &event, 1, 0) == 1 && event.data.u64 == 9 && epoll_pwait(instance, &event, 1, -1, NULL) == 1);
    assert(epoll_pwait2(instance, &event, 1, &none, NULL) == 1);
    FAILS(epoll_wait(instance, &event, 0, 0), EINVAL);
    FAILS(epoll_wait(CLOSED, &event, 1, 0), EBADF);
    FAILS(epoll_wait(e, &event, 1, 0), EINVAL);
    FAILS(epoll_pwait2(instance, &event, 1, &wrong, NULL), EINVAL);
    FAILS(epoll_create(0), EINVAL);
    FAILS(epoll_create1(1), EINVAL);
    FAILS(eventfd(0, 4), EINVAL);
    close(instance);
    close(e);
}

static void transfers(void)
{
    int s[2], p[2], n = 1;
    char c;
    struct iovec one = {&c, 1};
    struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1};
    eventfd_t value;
    assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s) == 0 && pipe2(p, O_CLOEXEC) == 0);
    FAILS(pipe2(p, 1), EINVAL);
    assert(sendto(s[0], "a", 1, 0, NULL, 0) == 1 && recvfrom(s[1], &c, 1, 0, NULL, NULL) == 1 && c == 'a');
    assert(send(s[0], "b", 1, 0) == 1 && __recv_chk(s[1], &c, 1, 1, 0) == 1 && sendmsg(s[0], &message, 0) == 1);
    assert(recvmsg(s[1], &message, 0) == 1 && c == 'b');
    FAILS(send(CLOSED, "a", 1, 0), EBADF);
    FAILS(sendto(p[1], "a", 1, 0, NULL, 0), ENOTSOCK);
    FAILS(sendmsg(CLOSED, &message, 0), EBADF);
    FAILS(recv(s[0], &c, 1, MSG_DONTWAIT), EAGAIN);
    FAILS(recvfrom(p[0], &c, 1, 0, NULL, NULL), ENOTSOCK);
    FAILS(recvmsg(CLOSED, &message, 0), EBADF);
    FAILS(__recv_chk(CLOSED, &c, 1, 1, 0), EBADF);
    assert(shutdown(s[0], SHUT_RDWR) == 0 && recv(s[1], &c, 1, 0) == 0);
    FAILS(shutdown(s[0], 9), EINVAL);
    FAILS(shutdown(p[0], SHUT_RD), ENOTSOCK);
    FAILS(shutdown(CLOSED, SHUT_RD), EBADF);
    assert(writev(p[1], &one, 1) == 1 && readv(p[0], &one, 1) == 1 && c == 'b');
    FAILS(writev(CLOSED, &one, 1), EBADF);
    FAILS(readv(CLOSED, &one, 1), EBADF);
    FAILS(eventfd_read(CLOSED, &value), EBADF);
    FAILS(eventfd_write(CLOSED, 1), EBADF);
    FAILS(ioctl(CLOSED, FIONBIO, &n), EBADF);
    FAILS(fcntl(CLOSED, F_GETFL), EBADF);
    FAILS(fcntl64(CLOSED, F_GETFD), EBADF);
    FAILS(dup(CLOSED), EBADF);
    FAILS(dup2(CLOSED, 30), EBADF);
    FAILS(dup3(p[0], p[0], 0), EINVAL);
    for (int i = 0; i < 2; i++)
        close(s[i]), close(p[i]);
}

static void *all(void *unused)
{
    waits();
    transfers();
    return unused;
}

int main(void)
{
    pthread_t t;
    all(NULL);
    pthread_create(&t, NULL, all, NULL);
    pthread_join(t, NULL);
    return 0;
}
