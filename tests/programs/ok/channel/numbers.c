// expect: verified
// Descriptors: dup, dup2 and fcntl take the lowest number, two numbers name one end, and an end is closed with the last of them.
// SIGPIPE that is ignored leaves EPIPE.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>

static int p[2];

static void check(void)
{
    char c, b[2];
    int low = p[0];
    int copy = dup(p[1]);
    assert(copy == low + 2 && dup2(p[1], low + 5) == low + 5 && fcntl(p[0], F_DUPFD_CLOEXEC, low + 4) == low + 4);
    assert(fcntl(low + 4, F_GETFD) == FD_CLOEXEC && dup2(copy, copy) == copy && dup3(copy, copy, 0) == -1 && errno == EINVAL);
    assert(close(p[1]) == 0 && close(low + 5) == 0 && close(low + 5) == -1 && errno == EBADF);
    assert(fcntl(low + 4, F_SETFL, O_NONBLOCK) == 0 && read(low, &c, 1) == -1 && errno == EAGAIN);
    struct iovec out[2] = {{"a", 1}, {"bc", 2}}, in[2] = {{&c, 1}, {b, 2}};
    assert(writev(copy, out, 2) == 3 && readv(low + 4, in, 2) == 3 && c == 'a' && b[1] == 'c');
    fd_set reads, writes;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(low, &reads);
    FD_SET(copy, &writes);
    assert(select(copy + 1, &reads, &writes, NULL, NULL) == 1 && FD_ISSET(copy, &writes) && !FD_ISSET(low, &reads));
    assert(close(copy) == 0 && read(low, &c, 1) == 0);
    FD_ZERO(&reads);
    FD_SET(low, &reads);
    FD_SET(copy, &reads);
    assert(select(copy + 1, &reads, NULL, NULL, NULL) == -1 && errno == EBADF);
    assert(lseek(low, 0, SEEK_CUR) == -1 && errno == ESPIPE && dup(copy) == -1 && errno == EBADF && dup2(low, -1) == -1 && errno == EBADF);
    close(low);
    close(low + 4);
    assert(pipe(p) == 0 && p[0] == low && close(p[0]) == 0);
    assert(write(p[1], "a", 1) == -1 && errno == EPIPE);
    close(p[1]);
    int e = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    eventfd_t value;
    assert(e == low && eventfd_read(e, &value) == 0 && value == 1 && eventfd_read(e, &value) == 0 && eventfd_read(e, &value) == -1);
    assert(eventfd_write(e, UINT64_MAX - 1) == 0 && eventfd_write(e, 1) == -1 && errno == EAGAIN);
    assert(eventfd_write(e, UINT64_MAX) == -1 && errno == EINVAL && read(e, &c, 1) == -1 && errno == EINVAL);
    close(e);
}

static void *later(void *unused)
{
    check();
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGPIPE, SIG_IGN);
    assert(pipe(p) == 0);
    check();
    assert(pipe(p) == 0);
    pthread_create(&t, NULL, later, NULL);
    pthread_join(t, NULL);
    return 0;
}
