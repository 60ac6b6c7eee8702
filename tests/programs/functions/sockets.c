// expect: verified
// errors: accept accept4 bind connect getpeername getsockname getsockopt listen setsockopt socket
// Each function of sockets once, and once where it fails, in set-up and in a thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define FAILS(call, error) assert((errno = 0, (call) == -1 && errno == (error)))

enum { CLOSED = 77 };

static struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-functions"};
static const socklen_t size = offsetof(struct sockaddr_un, sun_path) + 18;

static int option(int fd, int level, int name)
{
    int value = -1;
    socklen_t n = sizeof value;
    return getsockopt(fd, level, name, &value, &n) == 0 && n == sizeof value ? value : -1;
}

static void connects(struct sockaddr *address)
{
    int p[2], l = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), c = socket(AF_UNIX, SOCK_STREAM, 0), s;
    struct sockaddr_un name;
    socklen_t n = sizeof name;
    FAILS(accept(l, NULL, NULL), EINVAL);
    FAILS(listen(l, 1), EINVAL);
    FAILS(connect(c, address, size), ECONNREFUSED);
    assert(bind(l, address, size) == 0 && listen(l, 1) == 0 && connect(c, address, size) == 0);
    FAILS(bind(c, (struct sockaddr *)&(struct sockaddr_in){.sin_family = AF_INET}, sizeof(struct sockaddr_in)), EINVAL);
    FAILS(bind(l, address, size), EINVAL);
    s = accept(l, (struct sockaddr *)&name, &n);
    assert(s >= 0 && n == sizeof name.sun_family && name.sun_family == AF_UNIX);
    FAILS(connect(c, address, size), EISCONN);
    FAILS(connect(CLOSED, address, size), EBADF);
    n = 4;
    assert(getpeername(c, (struct sockaddr *)&name, &n) == 0 && n == size && memcmp(name.sun_path, path.sun_path, 2) == 0);
    n = sizeof name;
    assert(getsockname(s, (struct sockaddr *)&name, &n) == 0 && n == size && memcmp(&name, &path, size) == 0);
    FAILS(getpeername(l, (struct sockaddr *)&name, &n), ENOTCONN);
    FAILS(getsockname(CLOSED, (struct sockaddr *)&name, &n), EBADF);
    FAILS(read(l, p, 1), EINVAL);
    FAILS(write(l, p, 1), ENOTCONN);
    assert(option(l, SOL_SOCKET, SO_ACCEPTCONN) == 1 && option(s, SOL_SOCKET, SO_ACCEPTCONN) == 0);
    FAILS(accept4(l, NULL, NULL, 1), EINVAL);
    FAILS(accept4(CLOSED, NULL, NULL, 0), EBADF);
    FAILS(listen(CLOSED, 1), EBADF);
    assert(pipe(p) == 0);
    FAILS(accept(p[0], NULL, NULL), ENOTSOCK);
    FAILS(listen(p[0], 1), ENOTSOCK);
    FAILS(option(p[0], SOL_SOCKET, SO_TYPE), ENOTSOCK);
    close(c), close(s), close(l), close(p[0]), close(p[1]);
}

static void options(void)
{
    int s = socket(AF_INET6, SOCK_STREAM, 0), d = socket(AF_UNIX, SOCK_DGRAM, 0), one = 1, large = 1 << 17;
    struct linger none = {0, 0};
    assert(option(s, SOL_SOCKET, SO_TYPE) == SOCK_STREAM && option(s, SOL_SOCKET, SO_DOMAIN) == AF_INET6);
    assert(option(s, SOL_SOCKET, SO_PROTOCOL) == IPPROTO_TCP && option(d, SOL_SOCKET, SO_TYPE) == SOCK_DGRAM);
    assert(option(s, SOL_SOCKET, SO_REUSEADDR) == 0 && option(s, IPPROTO_TCP, TCP_NODELAY) == 0 && option(d, SOL_SOCKET, SO_ERROR) == 0);
    assert(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 && option(s, SOL_SOCKET, SO_REUSEADDR) == 1);
    assert(setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == 0 && option(s, IPPROTO_TCP, TCP_NODELAY) == 1);
    assert(setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one) == 0 && option(s, IPPROTO_IPV6, IPV6_V6ONLY) == 1);
    assert(setsockopt(s, SOL_SOCKET, SO_SNDBUF, &large, sizeof large) == 0);
    assert(setsockopt(s, SOL_SOCKET, SO_LINGER, &none, sizeof none) == 0);
    FAILS(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 1), EINVAL);
    FAILS(setsockopt(CLOSED, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one), EBADF);
    FAILS(setsockopt(d, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one), EOPNOTSUPP);
    FAILS(listen(d, 1), EOPNOTSUPP);
    FAILS(accept(d, NULL, NULL), EOPNOTSUPP);
    FAILS(socket(AF_UNIX, 99, 0), EINVAL);
    close(s), close(d);
}

static void *all(void *unused)
{
    connects((struct sockaddr *)&path);
    options();
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
