// expect: refused "more than 16 connections that wait to be accepted are not supported"
// native: 0
// A listening socket in which more wait than there is room for here.
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static void *work(void *unused)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-wait"};
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 13;
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(listener, (struct sockaddr *)&address, size);
    listen(listener, 20);
    for (int i = 0; i < 17; i++)
        connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, size); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
