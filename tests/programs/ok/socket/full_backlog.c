// expect: verified
// Who connects where as many wait as are taken waits, too, or is told EAGAIN; the next accept lets it in.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-full"};
static const socklen_t size = offsetof(struct sockaddr_un, sun_path) + 13;

static void *client(void *unused)
{
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(connect(s, (struct sockaddr *)&address, size) == 0 && write(s, "b", 1) == 1);
    close(s);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), first = socket(AF_UNIX, SOCK_STREAM, 0), s;
    int hasty = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 0) == 0);
    assert(connect(first, (struct sockaddr *)&address, size) == 0);
    assert(connect(hasty, (struct sockaddr *)&address, size) == -1 && errno == EAGAIN);
    pthread_create(&t, NULL, client, NULL);
    s = accept(listener, NULL, NULL);
    assert(write(first, "a", 1) == 1 && read(s, &c, 1) == 1 && c == 'a');
    close(s);
    s = accept(listener, NULL, NULL);
    assert(read(s, &c, 1) == 1 && c == 'b' && read(s, &c, 1) == 0);
    pthread_join(t, NULL);
    return 0;
}
