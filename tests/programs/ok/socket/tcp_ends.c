// expect: verified
// How connections of TCP end, as the kernel does it: half, by a reset, by closing what waits to be accepted.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int listener, a, b;

static void is(int line, long got, long wanted)
{
    if (got != wanted)
        fprintf(stderr, "line %d: %ld, not %ld\n", line, got, wanted), abort();
}
#define IS(expression, wanted) is(__LINE__, expression, wanted)
#define FAILS(expression, error) (errno = 0, is(__LINE__, (expression) == -1 ? errno : 0, error))

static int ready(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP | POLLWRBAND};
    poll(&p, 1, 0);
    return p.revents;
}

static void start(void)
{
    socklen_t size = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_port = 0;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    IS(ready(listener), POLLOUT | POLLHUP);
    IS(bind(listener, (struct sockaddr *)&address, size), 0);
    FAILS(accept(listener, NULL, NULL), EINVAL);
    IS(listen(listener, 5), 0);
    IS(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    IS(ready(listener), 0);
}

static void connected(void)
{
    a = socket(AF_INET, SOCK_STREAM, 0);
    IS(connect(a, (struct sockaddr *)&address, sizeof address), 0);
    IS(ready(listener), POLLIN);
    b = accept(listener, NULL, NULL);
    IS(ready(a), POLLOUT);
    IS(ready(b), POLLOUT);
    FAILS(connect(a, (struct sockaddr *)&address, sizeof address), EISCONN);
    FAILS(recv(a, &a, 1, MSG_DONTWAIT), EAGAIN);
}

static void ends_half(void)
{
    char c[8];
    connected();
    IS(write(b, "xy", 2), 2);
    IS(shutdown(a, SHUT_WR), 0);
    IS(ready(b), POLLIN | POLLOUT | POLLRDHUP);
    IS(read(b, c, 1), 0);
    IS(write(b, "z", 1), 1);
    IS(recv(a, c, 8, MSG_PEEK), 3);
    IS(recv(a, c, 3, MSG_WAITALL), 3);
    FAILS(send(a, "x", 1, MSG_NOSIGNAL), EPIPE);
    IS(close(b), 0);
    IS(ready(a), POLLIN | POLLOUT | POLLRDHUP | POLLHUP);
    IS(read(a, c, 1), 0);
    FAILS(shutdown(a, SHUT_WR), ENOTCONN);
    IS(close(a), 0);
}

static void is_closed_first(void)
{
    char c[8];
    connected();
    IS(write(a, "q", 1), 1);
    IS(read(b, c, 8), 1);
    IS(close(a), 0);
    IS(write(b, "x", 1), 1); /* which is answered by a reset */
    IS(ready(b), POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR);
    IS(read(b, c, 1), 0);
    FAILS(write(b, "x", 1), EPIPE);
    FAILS(write(b, "x", 1), EPIPE);
    IS(close(b), 0);
}

static void leaves_unread(void)
{
    char c[8];
    connected();
    IS(write(a, "unread", 6), 6);
    IS(write(b, "seen", 4), 4);
    IS(close(b), 0);
    IS(ready(a), POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR);
    IS(read(a, c, 8), 4);
    FAILS(read(a, c, 8), ECONNRESET);
    IS(read(a, c, 8), 0);
    FAILS(write(a, "x", 1), EPIPE);
    FAILS(shutdown(a, SHUT_RD), ENOTCONN);
    IS(close(a), 0);
    connected();
    IS(write(a, "unread", 6), 6);
    IS(close(b), 0);
    FAILS(write(a, "x", 1), ECONNRESET);
    FAILS(write(a, "x", 1), EPIPE);
    IS(close(a), 0);
}

static void reads_no_more(void)
{
    char c[8];
    connected();
    IS(shutdown(a, SHUT_RD), 0);
    IS(ready(a), POLLIN | POLLOUT | POLLRDHUP);
    IS(ready(b), POLLOUT);
    IS(read(a, c, 1), 0);
    IS(write(b, "ab", 2), 2);
    IS(read(a, c, 1), 1);
    IS(read(a, c, 8), 1);
    IS(shutdown(a, SHUT_WR), 0);
    IS(write(b, "c", 1), 1);
    IS(read(b, c, 1), 0);
    FAILS(send(b, "c", 1, MSG_NOSIGNAL), EPIPE);
    FAILS(read(a, c, 1), ECONNRESET);
    IS(close(a), 0);
    IS(close(b), 0);
}

static void listens_no_more(void)
{
    char c;
    socklen_t size = sizeof address;
    a = socket(AF_INET, SOCK_STREAM, 0);
    IS(connect(a, (struct sockaddr *)&address, sizeof address), 0);
    IS(shutdown(listener, SHUT_RD), 0);
    FAILS(accept(listener, NULL, NULL), EINVAL);
    FAILS(read(a, &c, 1), ECONNRESET);
    IS(close(a), 0);
    a = socket(AF_INET, SOCK_STREAM, 0);
    FAILS(connect(a, (struct sockaddr *)&address, sizeof address), ECONNREFUSED);
    IS(listen(listener, 1), 0);
    IS(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    IS(connect(a, (struct sockaddr *)&address, sizeof address), 0);
    IS(close(listener), 0);
    FAILS(read(a, &c, 1), ECONNRESET);
    IS(close(a), 0);
}

static void *all(void *unused)
{
    signal(SIGPIPE, SIG_IGN);
    start();
    ends_half();
    is_closed_first();
    leaves_unread();
    reads_no_more();
    listens_no_more();
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
