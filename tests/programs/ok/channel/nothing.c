// expect: verified
// Reads of nothing, and how much FIONREAD says that waits: sockets of streams and of messages, pipes, eventfds.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int waiting(int fd)
{
    int n = -1;
    assert(ioctl(fd, FIONREAD, &n) == 0);
    return n;
}

static void check(int kind, int first, int after_empty)
{
    int q[2];
    char b[8];
    assert(socketpair(AF_UNIX, kind | SOCK_NONBLOCK, 0, q) == 0);
    assert(read(q[1], b, 0) == 0 && recv(q[1], b, 0, 0) == -1 && errno == EAGAIN);
    assert(write(q[0], "ab", 2) == 2 && write(q[0], "cde", 3) == 3 && waiting(q[1]) == first);
    assert(read(q[1], b, 0) == 0 && readv(q[1], &(struct iovec){b, 0}, 1) == 0 && waiting(q[1]) == first);
    assert(recv(q[1], b, 0, 0) == 0 && waiting(q[1]) == after_empty);
    assert(write(q[0], b, 0) == 0 && waiting(q[1]) == after_empty);
    close(q[0]);
    assert(read(q[1], b, 0) == 0);
    close(q[1]);
}

static void check_others(void)
{
    int p[2], n, e = eventfd(0, EFD_NONBLOCK);
    char b[16] = {1};
    assert(pipe(p) == 0 && read(p[0], b, 0) == 0 && write(p[1], b, 3) == 3 && waiting(p[0]) == 3 && waiting(p[1]) == 3);
    assert(read(e, b, 0) == -1 && errno == EINVAL && write(e, b, 7) == -1 && errno == EINVAL);
    assert(ioctl(e, FIONREAD, &n) == -1 && errno == ENOTTY);
    assert(write(e, b, 16) == 8 || errno == EINVAL); /* by the version of the kernel */
    close(p[0]), close(p[1]), close(e);
}

static void *work(void *unused)
{
    check(SOCK_STREAM, 5, 5);
    check(SOCK_SEQPACKET, 5, 3);
    check(SOCK_DGRAM, 2, 3);
    check_others();
    return unused;
}

int main(void)
{
    pthread_t t;
    work(NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
