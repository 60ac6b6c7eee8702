/* nginx.c - clients of nginx, as threads within it: files are read by its pool of threads. */
#include "client.h"

enum { CLIENTS = 3, ROUNDS = 2 };

static void *client(void *number)
{
    char answer[70000];
    (void)number;
    for (int i = 0; i < ROUNDS; i++) {
        int fd = connect_to_server();
        ask(fd, "GET /page HTTP/1.1\r\nHost: a\r\n\r\n", "the end\n", answer, sizeof answer);
        assert(strstr(answer, "200 OK"));
        close(fd);
    }
    return NULL;
}

static void *session(void *none)
{
    run_clients(client, CLIENTS);
    _exit(0);
    return none;
}
