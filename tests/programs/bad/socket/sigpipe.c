// expect: bug crash "SIGPIPE"
// native: 141
// A server that writes twice does not think of a client that has gone: the first write to it is answered by a reset.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void *client(void *unused)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&address, sizeof address);
    close(s);
    return unused;
}

int main(void)
{
    pthread_t t;
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), s;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&address, sizeof address);
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *)&address, &size);
    pthread_create(&t, NULL, client, NULL);
    s = accept(listener, NULL, NULL);
    usleep(100000);
    write(s, "a", 1);
    write(s, "b", 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
