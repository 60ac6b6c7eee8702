// expect: verified
// Who waits in accept is woken by a shutdown of the listening socket, of TCP and of a path.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener;

static void *acceptor(void *unused)
{
    assert(accept(listener, NULL, NULL) == -1 && errno == EINVAL);
    return unused;
}

static void wake(void)
{
    pthread_t t;
    assert(listen(listener, 1) == 0);
    pthread_create(&t, NULL, acceptor, NULL);
    assert(shutdown(listener, SHUT_RDWR) == 0);
    pthread_join(t, NULL);
    close(listener);
}

int main(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-woken"};
    listener = socket(AF_INET, SOCK_STREAM, 0);
    wake();
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(listener, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + 14) == 0);
    wake();
    return 0;
}
