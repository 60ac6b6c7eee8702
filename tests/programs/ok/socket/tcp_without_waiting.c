// expect: verified
// A connection that is not waited for is told of later: by poll, by SO_ERROR, by another connect.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in6 address = {.sin6_family = AF_INET6};

static int ready(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
    poll(&p, 1, 0);
    return p.revents;
}

static int error_of(int fd)
{
    int error = -1;
    socklen_t size = sizeof error;
    assert(getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && size == sizeof error);
    return error;
}

static int started(int *error)
{
    int s = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, IPPROTO_TCP);
    errno = 0;
    connect(s, (struct sockaddr *)&address, sizeof address);
    *error = errno;
    return s;
}

static void *all(void *unused)
{
    char c;
    int error, one = 1, listener = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, 0), s;
    socklen_t size = sizeof address;
    signal(SIGPIPE, SIG_IGN);
    address.sin6_port = 0;
    address.sin6_addr = in6addr_loopback;
    assert(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 5) == 0);
    assert(getsockname(listener, (struct sockaddr *)&address, &size) == 0 && size == sizeof address);
    assert(accept(listener, NULL, NULL) == -1 && errno == EAGAIN);
    s = started(&error);
    assert(error == EINPROGRESS);
    assert(ready(s) == POLLOUT && error_of(s) == 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == -1 && errno == EISCONN);
    assert(close(s) == 0 && close(listener) == 0);

    s = started(&error);
    assert(error == EINPROGRESS && ready(s) == (POLLIN | POLLOUT | POLLRDHUP | POLLHUP | POLLERR));
    assert(error_of(s) == ECONNREFUSED && error_of(s) == 0 && read(s, &c, 1) == 0);
    assert(send(s, "a", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == -1 && errno == ECONNABORTED);
    close(s);
    s = started(&error);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == -1 && errno == ECONNREFUSED);
    assert(read(s, &c, 1) == -1 && errno == ENOTCONN);
    close(s);
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
