// expect: verified
// Datagrams of UDP: from whom they are, what waits is kept by messages, a connected socket hears of nobody, and takes from its peer only.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int server;

static void open_server(void)
{
    socklen_t size = sizeof address;
    server = socket(AF_INET, SOCK_DGRAM, 0);
    address = (struct sockaddr_in){.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(server, (struct sockaddr *)&address, sizeof address) == 0);
    assert(getsockname(server, (struct sockaddr *)&address, &size) == 0 && address.sin_port);
}

static void *client(void *unused)
{
    char c[4];
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    assert(send(s, "a", 1, 0) == -1 && errno == EDESTADDRREQ);
    assert(sendto(s, "abc", 3, 0, (struct sockaddr *)&address, sizeof address) == 3);
    assert(recv(s, c, sizeof c, 0) == 1 && c[0] == 'r');
    close(s);
    return unused;
}

static void alone(void)
{
    char c[2];
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    int s = socket(AF_INET, SOCK_DGRAM, 0), other = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == 0 && getsockname(s, (struct sockaddr *)&own, &size) == 0);
    assert(sendto(other, "x", 1, 0, (struct sockaddr *)&own, sizeof own) == 1); /* which s does not take */
    assert(recv(s, c, 2, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    assert(send(s, "12345", 5, 0) == 5 && send(s, "", 0, 0) == 0);
    assert(recv(server, c, 2, MSG_PEEK) == 2 && recv(server, c, 2, 0) == 2 && c[1] == '2' && recv(server, c, 2, 0) == 0);
    close(server);
    assert(send(s, "a", 1, 0) == 1 && send(s, "a", 1, 0) == -1 && errno == ECONNREFUSED);
    close(s);
    close(other);
}

int main(void)
{
    pthread_t t;
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    char c[8];
    open_server();
    alone();
    open_server();
    pthread_create(&t, NULL, client, NULL);
    assert(recvfrom(server, c, sizeof c, 0, (struct sockaddr *)&from, &size) == 3 && size == sizeof from);
    assert(sendto(server, "r", 1, 0, (struct sockaddr *)&from, size) == 1);
    pthread_join(t, NULL);
    close(server);
    return 0;
}
