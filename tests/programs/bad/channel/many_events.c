// expect: refused "more than 4 entries in epoll instances for one pipe, eventfd or socket"
// expect: refused "more than 5 events that are ready at once in an epoll instance"
// options: -DENTRIES
// options: -DEVENTS
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int instance;

static void watch(int fd)
{
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(instance, EPOLL_CTL_ADD, fd, &event);
}

static void *work(void *unused)
{
    struct epoll_event event;
    int fd = eventfd(1, 0);
    for (int i = 0; i < 6; i++) {
#ifdef ENTRIES
        watch(dup(fd));
#else
        watch(eventfd(1, 0));
#endif
    }
    close(fd);
    epoll_wait(instance, &event, 1, -1);
    return unused;
}

int main(void)
{
    pthread_t t;
    instance = epoll_create(1);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
