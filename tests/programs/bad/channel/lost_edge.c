// expect: bug deadlock "thread 0 waits in epoll_wait"
// native: endless
// An edge-triggered pipe is told once for what two writers have written: who reads one byte then, and waits again, misses the other.
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int p[2];

static void *writer(void *unused)
{
    write(p[1], "a", 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int instance = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    pipe(p);
    epoll_ctl(instance, EPOLL_CTL_ADD, p[0], &event);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, writer, NULL);
    usleep(100000);
    for (int i = 0; i < 2; i++) {
        char c;
        epoll_wait(instance, &event, 1, -1); // BUG HERE
        read(p[0], &c, 1);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
