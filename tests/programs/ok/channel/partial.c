// expect: verified
// How much a pipe holds: small writes share pages, a write of up to PIPE_BUF bytes is never parted, a larger one that does not wait writes
// what there is room for, and one that waits goes on when there is.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ALL = 65536, MORE = 70000 };
static int p[2];
static char bytes[MORE], got[MORE];

static void *writer(void *unused)
{
    assert(write(p[1], bytes, MORE) == MORE);
    return unused;
}

int main(void)
{
    pthread_t t;
    int n, waiting, total = 0;
    memset(bytes, 'x', sizeof bytes);
    assert(pipe2(p, O_NONBLOCK) == 0 && fcntl(p[0], F_GETFL) == (O_RDONLY | O_NONBLOCK) && fcntl(p[1], F_GETFL) == (O_WRONLY | O_NONBLOCK));
    assert(fcntl(p[0], F_GETFD) == 0 && fcntl(p[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(p[0], F_GETFD) == FD_CLOEXEC);
    assert(read(p[0], got, 1) == -1 && errno == EAGAIN);
    assert(write(p[0], "a", 1) == -1 && errno == EBADF && read(p[1], got, 1) == -1 && errno == EBADF);
    assert(write(p[1], "", 0) == 0 && read(p[0], got, 0) == 0);
    assert(write(p[1], bytes, MORE) == ALL);
    assert(write(p[1], "a", 1) == -1 && errno == EAGAIN);
    assert(read(p[0], got, 1) == 1 && write(p[1], "a", 1) == -1);
    assert(read(p[0], got, 4095) == 4095 && write(p[1], bytes, 4097) == 1 + 4095);
    assert(ioctl(p[0], FIONREAD, &waiting) == 0 && waiting == ALL);
    assert(read(p[0], got, MORE) == ALL);
    for (n = 0; write(p[1], bytes, 1000) == 1000; n++)
        ;
    assert(n == 64 && errno == EAGAIN);
    assert(write(p[1], bytes, 90) == 90 && write(p[1], bytes, 10) == -1);
    assert(read(p[0], got, MORE) == 64090);
    int off = 0;
    assert(ioctl(p[1], FIONBIO, &off) == 0 && fcntl(p[0], F_SETFL, 0) == 0 && fcntl(p[1], F_GETFL) == O_WRONLY);
    pthread_create(&t, NULL, writer, NULL);
    while (total < MORE)
        total += (n = (int)read(p[0], got, MORE)) > 0 ? n : MORE + 1;
    assert(total == MORE);
    pthread_join(t, NULL);
    return 0;
}
