// expect: refused "socket"
// Sockets reach out of what can be taken back.
#include <pthread.h>
#include <sys/socket.h>

static void *work(void *unused)
{
    socket(AF_INET, SOCK_STREAM, 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
