// expect: bug deadlock "waits in accept"
// native: endless
// A server that stops on a flag, which it looks at before it waits for the next connection: nobody comes any more.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;
static atomic_int stopped;

static void *server(void *unused)
{
    while (!stopped)
        accept(listener, NULL, NULL); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    listener = socket(AF_INET6, SOCK_STREAM, 0);
    listen(listener, 1);
    pthread_create(&t, NULL, server, NULL);
    usleep(10000);
    stopped = 1;
    close(listener);
    pthread_join(t, NULL); // OR HERE
    return 0;
}
