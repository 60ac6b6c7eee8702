// expect: verified
// A datagram for nobody: that the other end is closed is told once, and then that there is none; one that reads no more breaks the pipe,
// without a signal.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];

static void fails(int error)
{
    errno = 0;
    assert(send(s[1], "a", 1, 0) == -1 && errno == error);
}

static void *closes(void *unused)
{
    close(s[0]);
    return unused;
}

int main(void)
{
    pthread_t a;
    socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
    assert(send(s[1], "a", 1, 0) == 1);
    shutdown(s[0], SHUT_RD);
    fails(EPIPE);
    pthread_create(&a, NULL, closes, NULL);
    pthread_join(a, NULL);
    fails(ECONNREFUSED);
    fails(ENOTCONN);
    fails(ENOTCONN);
    shutdown(s[1], SHUT_WR);
    fails(EPIPE);
}
