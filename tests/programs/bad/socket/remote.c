// expect: refused "connect to an address other than this machine's"
// What lies outside of the program is not modelled.
// native: 0
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static void *work(void *unused)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(7)};
    int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);
    connect(s, (struct sockaddr *)&address, sizeof address); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
