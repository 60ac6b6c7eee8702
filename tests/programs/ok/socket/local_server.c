// expect: verified
// A server at a path: bytes, messages that keep their bounds, an abstract name; who connects learns how the socket is called.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "mazurka-test-socket"};
static socklen_t size = sizeof address;
static int type;

static void *client(void *unused)
{
    struct sockaddr_un peer;
    socklen_t length = sizeof peer;
    char c[4];
    int s = socket(AF_UNIX, type, 0);
    assert(connect(s, (struct sockaddr *)&address, size) == 0);
    assert(getpeername(s, (struct sockaddr *)&peer, &length) == 0 && memcmp(peer.sun_path, address.sun_path, 8) == 0);
    assert(send(s, "ab", 2, 0) == 2 && send(s, "c", 1, 0) == 1);
    assert(recv(s, c, sizeof c, 0) == 1 && c[0] == 'z');
    close(s);
    return unused;
}

static void serve(int of_type)
{
    pthread_t t;
    char c[4];
    type = of_type;
    int listener = socket(AF_UNIX, type, 0), s, n = 0;
    assert(bind(listener, (struct sockaddr *)&address, size) == 0);
    assert(connect(listener, (struct sockaddr *)&address, size) == -1 && errno == ECONNREFUSED && listen(listener, 1) == 0);
    pthread_create(&t, NULL, client, NULL);
    s = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    assert(s >= 0);
    if (type == SOCK_SEQPACKET)
        assert(read(s, c, sizeof c) == 2 && read(s, c, sizeof c) == 1);
    while (type == SOCK_STREAM && n < 3) {
        int got = (int)read(s, c, sizeof c);
        assert(got > 0);
        n += got;
    }
    assert(write(s, "z", 1) == 1 && read(s, c, 1) == 0);
    close(s);
    close(listener);
    pthread_join(t, NULL);
}

int main(void)
{
    unlink(address.sun_path);
    serve(SOCK_STREAM);
    assert(unlink(address.sun_path) == 0 && unlink(address.sun_path) == -1 && errno == ENOENT);
    memcpy(address.sun_path, "\0mazurka-test", 13);
    size = (socklen_t)(sizeof address.sun_family + 13);
    serve(SOCK_SEQPACKET);
    return 0;
}
