// expect: refused "socket of other kinds than AF_UNIX, TCP and UDP"
// Sockets of other kinds reach out of what can be taken back.
#include <pthread.h>
#include <sys/socket.h>

static void *work(void *unused)
{
    socket(AF_PACKET, SOCK_RAW, 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
