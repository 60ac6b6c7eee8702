// expect: bug deadlock "waits in epoll_wait"
// native: endless
// What a thread has been told of it has to read: an edge-triggered watch does not tell it again.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];

static void *writer(void *unused)
{
    send(s[0], "a", 1, 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    int instance = epoll_create1(0);
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s);
    epoll_ctl(instance, EPOLL_CTL_ADD, s[1], &event);
    pthread_create(&t, NULL, writer, NULL);
    usleep(100000);
    epoll_wait(instance, &event, 1, 0); // told of the byte, which nobody reads now
    epoll_wait(instance, &event, 1, -1); // BUG HERE
    read(s[1], &c, 1);
    pthread_join(t, NULL);
    return 0;
}
