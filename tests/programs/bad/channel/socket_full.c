// expect: refused "more than 65535 bytes, or 64 messages, that wait in a socket are not supported"
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];

static void *work(void *unused)
{
    for (int i = 0; i < 65; i++)
        send(s[0], "a", 1, 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
