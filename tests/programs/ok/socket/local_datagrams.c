// expect: verified
// Datagrams between sockets of AF_UNIX that have paths, and some that have none.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un one = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-one"};
static struct sockaddr_un two = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-two"};
static const socklen_t size = offsetof(struct sockaddr_un, sun_path) + 12;

static void *sender(void *unused)
{
    char c;
    int s = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert(bind(s, (struct sockaddr *)&two, size) == 0 && connect(s, (struct sockaddr *)&one, size) == 0);
    assert(send(s, "hello", 5, 0) == 5 && recv(s, &c, 1, 0) == 1 && c == '!');
    close(s);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c[8];
    struct sockaddr_un from;
    socklen_t length = sizeof from;
    int s = socket(AF_UNIX, SOCK_DGRAM, 0), nameless = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert(bind(s, (struct sockaddr *)&one, size) == 0 && bind(s, (struct sockaddr *)&two, size) == -1 && errno == EINVAL);
    assert(bind(nameless, (struct sockaddr *)&one, size) == -1 && errno == EADDRINUSE);
    assert(send(nameless, "a", 1, 0) == -1 && errno == ENOTCONN);
    assert(sendto(nameless, "a", 1, 0, (struct sockaddr *)&two, size) == -1 && errno == ECONNREFUSED);
    assert(sendto(nameless, "a", 1, 0, (struct sockaddr *)&one, size) == 1);
    assert(recvfrom(s, c, 8, 0, (struct sockaddr *)&from, &length) == 1 && length == 0);
    length = sizeof from;
    pthread_create(&t, NULL, sender, NULL);
    assert(recvfrom(s, c, 8, 0, (struct sockaddr *)&from, &length) == 5 && length == size && memcmp(&from, &two, size) == 0);
    assert(sendto(s, "!", 1, 0, (struct sockaddr *)&from, length) == 1);
    pthread_join(t, NULL);
    assert(sendto(s, "!", 1, 0, (struct sockaddr *)&from, length) == -1 && errno == ECONNREFUSED);
    return 0;
}
