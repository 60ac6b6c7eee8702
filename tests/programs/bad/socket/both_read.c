// expect: bug deadlock "waits in descriptor read"
// native: endless
// Client and server of TCP both wait for the other's first byte.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void *client(void *unused)
{
    char c;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&address, sizeof address);
    read(s, &c, 1); // BUG HERE
    write(s, &c, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), s;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&address, sizeof address);
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *)&address, &size);
    pthread_create(&t, NULL, client, NULL);
    s = accept(listener, NULL, NULL);
    read(s, &c, 1); // OR HERE
    write(s, &c, 1);
    pthread_join(t, NULL);
    return 0;
}
