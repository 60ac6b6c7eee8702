// expect: refused "more than 11 datagrams that wait in a socket of AF_UNIX are not supported"
// native: endless
// Datagrams that nobody reads, more than Linux keeps for a socket that is connected to nobody.
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static void *work(void *unused)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0mazurka-many"};
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 13;
    int to = socket(AF_UNIX, SOCK_DGRAM, 0), from = socket(AF_UNIX, SOCK_DGRAM, 0);
    bind(to, (struct sockaddr *)&address, size);
    for (int i = 0; i < 600; i++)
        sendto(from, "a", 1, 0, (struct sockaddr *)&address, size); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
