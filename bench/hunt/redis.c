/* redis.c - clients of Redis, as threads within it. What they delete is big enough for a thread of its own that frees it, and the log that
 * they write is synchronized by another one. */
#include "client.h"

enum { CLIENTS = 4, ROUNDS = 2 };

static void *client(void *number)
{
    char answer[512], request[512];
    int fd = connect_to_server(), own = (int)(long)number;
    for (int i = 0; i < ROUNDS; i++) {
        int length = snprintf(request, sizeof request, "rpush l%d", own);
        for (int element = 0; element < 80; element++)
            length += snprintf(request + length, sizeof request - (size_t)length, " %d", element);
        strcat(request, "\r\n");
        ask(fd, request, ":80\r\n", answer, sizeof answer);
        ask(fd, "incr shared\r\n", "\r\n", answer, sizeof answer);
        snprintf(request, sizeof request, "unlink l%d\r\n", own);
        ask(fd, request, ":1\r\n", answer, sizeof answer);
    }
    close(fd);
    return NULL;
}

static void *session(void *none)
{
    char answer[8192];
    int fd = connect_to_server();
    run_clients(client, CLIENTS);
    ask(fd, "get shared\r\n", "\r\n8\r\n", answer, sizeof answer);
    for (int tries = 0; !strstr(answer, "lazyfree_pending_objects:0"); tries++) {
        assert(tries < 100);
        usleep(10000);
        ask(fd, "info memory\r\n", "\r\n\r\n", answer, sizeof answer);
    }
    _exit(0);
    return none;
}
