// expect: verified
// epoll: a level-triggered eventfd is told until it was read, an edge-triggered pipe once for each write, a one-shot entry once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int wake, p[2];

static void *waker(void *unused)
{
    uint64_t one = 1;
    assert(write(wake, &one, sizeof one) == sizeof one);
    return unused;
}

static void watch(int e, int how, int fd, unsigned events)
{
    struct epoll_event event = {.events = events, .data.fd = fd};
    assert(epoll_ctl(e, how, fd, &event) == 0);
}

int main(void)
{
    pthread_t t;
    struct epoll_event event = {0};
    int e = epoll_create1(EPOLL_CLOEXEC);
    wake = eventfd(0, EFD_NONBLOCK);
    assert(e >= 0 && wake == e + 1 && pipe(p) == 0);
    watch(e, EPOLL_CTL_ADD, wake, EPOLLIN);
    assert(epoll_ctl(e, EPOLL_CTL_ADD, wake, &event) == -1 && errno == EEXIST);
    assert(epoll_ctl(e, EPOLL_CTL_MOD, p[0], &event) == -1 && errno == ENOENT);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    pthread_create(&t, NULL, waker, NULL);
    assert(epoll_wait(e, &event, 1, -1) == 1 && event.data.fd == wake && event.events == EPOLLIN);
    assert(epoll_wait(e, &event, 1, -1) == 1 && event.data.fd == wake);
    uint64_t value;
    assert(read(wake, &value, sizeof value) == sizeof value && value == 1);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    pthread_join(t, NULL);

    watch(e, EPOLL_CTL_ADD, p[0], EPOLLIN | EPOLLET);
    assert(write(p[1], "a", 1) == 1);
    assert(epoll_wait(e, &event, 1, 0) == 1 && event.data.fd == p[0]);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    assert(write(p[1], "b", 1) == 1);
    assert(epoll_wait(e, &event, 1, 0) == 1);
    watch(e, EPOLL_CTL_MOD, p[0], EPOLLIN | EPOLLONESHOT);
    assert(epoll_wait(e, &event, 1, 0) == 1);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    watch(e, EPOLL_CTL_MOD, p[0], EPOLLIN);
    close(p[1]);
    assert(epoll_wait(e, &event, 1, 0) == 1 && event.events == (EPOLLIN | EPOLLHUP));
    assert(epoll_ctl(e, EPOLL_CTL_DEL, p[0], NULL) == 0);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    watch(e, EPOLL_CTL_ADD, p[0], EPOLLIN);
    close(p[0]);
    assert(epoll_wait(e, &event, 1, 0) == 0);
    return 0;
}
