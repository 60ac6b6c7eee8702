// expect: bug assertion "c == 'a'"
// native: 0
// Two threads of a server read requests from one connection: each gets a part of one.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];

static void *worker(void *unused)
{
    char c;
    if (recv(s[1], &c, 1, 0) == 1) {
        assert(c == 'a'); // BUG HERE
        recv(s[1], &c, 1, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    write(s[0], "abab", 4);
    pthread_create(&a, NULL, worker, NULL);
    usleep(10000);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
