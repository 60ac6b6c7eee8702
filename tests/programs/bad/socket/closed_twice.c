// expect: bug assertion "answered"
// native: 134
// A handler closes its connection twice: the second time it is that of another client which was accepted meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-twice"};
static const socklen_t size = offsetof(struct sockaddr_un, sun_path) + 14;
static int listener;

static void *handler(void *connection)
{
    int s = (int)(long)connection;
    close(s);
    usleep(10000);
    close(s);
    return NULL;
}

int main(void)
{
    pthread_t t;
    char c = 0;
    int a = socket(AF_UNIX, SOCK_STREAM, 0), b = socket(AF_UNIX, SOCK_STREAM, 0), s;
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(listener, (struct sockaddr *)&address, size);
    listen(listener, 2);
    connect(a, (struct sockaddr *)&address, size);
    connect(b, (struct sockaddr *)&address, size);
    s = accept(listener, NULL, NULL);
    pthread_create(&t, NULL, handler, (void *)(long)s);
    usleep(5000);
    s = accept(listener, NULL, NULL);
    usleep(20000);
    _Bool answered = send(s, "!", 1, MSG_NOSIGNAL) == 1 && read(b, &c, 1) == 1;
    assert(answered); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
