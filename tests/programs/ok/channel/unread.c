// expect: verified
// What was never read goes with the last descriptor, on every path anew.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int  p[2], s[2];
static char bytes[3000];

static void *writes(void *unused)
{
    assert(write(p[1], bytes, sizeof bytes) == sizeof bytes);
    assert(send(s[1], bytes, sizeof bytes, 0) == sizeof bytes);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    char c;
    memset(bytes, 0xff, sizeof bytes);
    pipe(p);
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    close(p[0]), close(p[1]);
    close(s[0]);
    assert(read(s[1], &c, 1) == -1); // ECONNRESET
    close(s[1]);
    pipe(p);
    close(p[1]);
    assert(read(p[0], &c, 1) == 0);
}
