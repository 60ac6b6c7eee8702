// expect: verified
// A server of TCP that answers two clients, one after the other, on a port that is chosen for it.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};
static int listener;

static void *client(void *number)
{
    char sent = (char)(long)number, got = 0;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(s, (struct sockaddr *)&address, sizeof address) == 0);
    assert(send(s, &sent, 1, 0) == 1 && recv(s, &got, 1, MSG_WAITALL) == 1 && got == sent + 1);
    assert(read(s, &got, 1) == 0);
    close(s);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    socklen_t size = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 4) == 0);
    assert(getsockname(listener, (struct sockaddr *)&address, &size) == 0 && address.sin_port != 0 && size == sizeof address);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, client, (void *)(i * 10));
    for (int i = 0; i < 2; i++) {
        char c;
        struct sockaddr_in from;
        size = sizeof from;
        int s = accept(listener, (struct sockaddr *)&from, &size);
        assert(s >= 0 && from.sin_family == AF_INET);
        assert(from.sin_addr.s_addr == address.sin_addr.s_addr && from.sin_port != address.sin_port);
        assert(read(s, &c, 1) == 1);
        c++;
        assert(write(s, &c, 1) == 1 && close(s) == 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    close(listener);
    return 0;
}
