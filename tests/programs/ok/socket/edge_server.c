// expect: verified
// A server that waits with an edge-triggered epoll for a listening socket and for what it accepts, and reads until there is no more.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int listener, instance;

static void watch(int fd)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = fd};
    assert(epoll_ctl(instance, EPOLL_CTL_ADD, fd, &event) == 0);
}

static void *client(void *unused)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == 0);
    assert(write(s, "a", 1) == 1 && write(s, "b", 1) == 1);
    close(s);
    return unused;
}

int main(void)
{
    pthread_t t;
    socklen_t size = sizeof address;
    int bytes = 0, open = 1;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    instance = epoll_create1(0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4) == 0);
    getsockname(listener, (struct sockaddr *)&address, &size);
    watch(listener);
    pthread_create(&t, NULL, client, NULL);
    while (open) {
        struct epoll_event event;
        char c;
        long n;
        assert(epoll_wait(instance, &event, 1, -1) == 1);
        if (event.data.fd == listener) {
            int s = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
            assert(s >= 0);
            watch(s);
            continue;
        }
        while ((n = read(event.data.fd, &c, 1)) == 1)
            bytes++;
        open = n != 0;
        assert(n == 0 || errno == EAGAIN);
    }
    assert(bytes == 2);
    pthread_join(t, NULL);
    return 0;
}
