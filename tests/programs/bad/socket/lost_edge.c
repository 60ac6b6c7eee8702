// expect: bug deadlock "waits in epoll_wait"
// native: endless
// A server with an edge-triggered epoll reads once for each event: what comes with the first byte, in one event, is never read.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void *client(void *unused)
{
    char c;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&address, sizeof address);
    write(s, "a", 1);
    write(s, "b", 1);
    read(s, &c, 1); // until the server has answered both
    return unused;
}

int main(void)
{
    pthread_t t;
    socklen_t size = sizeof address;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    int listener = socket(AF_INET, SOCK_STREAM, 0), instance = epoll_create1(0), s;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&address, sizeof address);
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *)&address, &size);
    pthread_create(&t, NULL, client, NULL);
    s = accept(listener, NULL, NULL);
    usleep(100000);
    epoll_ctl(instance, EPOLL_CTL_ADD, s, &event);
    for (int i = 0; i < 2; i++) {
        char c;
        epoll_wait(instance, &event, 1, -1); // BUG HERE
        read(s, &c, 1);
    }
    write(s, "!", 1);
    pthread_join(t, NULL);
    return 0;
}
