/* memcached.c - clients of memcached, as threads within it: each uses a connection of its own, a key of its own and a shared one. */
#include "client.h"

enum { CLIENTS = 3, ROUNDS = 2 };

static void *client(void *number)
{
    char answer[512], request[64];
    int fd = connect_to_server(), own = (int)(long)number;
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(request, sizeof request, "set k%d 0 0 2\r\n%d%d\r\n", own, own, i);
        ask(fd, request, "STORED\r\n", answer, sizeof answer);
        snprintf(request, sizeof request, "get k%d\r\n", own);
        ask(fd, request, "END\r\n", answer, sizeof answer);
        ask(fd, "incr shared 1\r\n", "\r\n", answer, sizeof answer);
    }
    close(fd);
    return NULL;
}

static void *session(void *none)
{
    char answer[512];
    int fd = connect_to_server();
    ask(fd, "set shared 0 0 1\r\n0\r\n", "STORED\r\n", answer, sizeof answer);
    run_clients(client, CLIENTS);
    ask(fd, "get shared\r\n", "END\r\n", answer, sizeof answer);
    assert(strstr(answer, "\r\n6\r\n"));
    _exit(0);
    return none;
}
