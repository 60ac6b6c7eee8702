/* client.h - what the clients of servers share: threads within the server that send requests by sockets and compare the answers. */
#ifndef MZ_BENCH_HUNT_CLIENT_H
#define MZ_BENCH_HUNT_CLIENT_H

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static char socket_path[108]; /* as long as that of an address may be */

static inline int connect_to_server(void)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    memcpy(to.sun_path, socket_path, sizeof to.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0), status = connect(fd, (struct sockaddr *)&to, sizeof to);
    assert(status == 0);
    return fd;
}

/* The answer, which ends with `end`, in `answer`. */
static inline void ask(int fd, const char *request, const char *end, char *answer, size_t room)
{
    size_t got = 0, length = strlen(end);
    ssize_t n = write(fd, request, strlen(request));
    assert(n == (ssize_t)strlen(request));
    do {
        n = read(fd, answer + got, room - 1 - got);
        assert(n > 0);
        got += (size_t)n;
        answer[got] = '\0';
    } while (got < length || strcmp(answer + got - length, end) != 0);
}

/* Runs `client` in `count` threads, and waits for them. */
static inline void run_clients(void *(*client)(void *), long count)
{
    pthread_t threads[16];
    assert(count <= 16);
    for (long i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, client, (void *)i);
    for (long i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static void *session(void *); /* all requests, and the server's end */

/* The environment, which the server may move, is read before it does anything. */
__attribute__((constructor)) static void read_environment(void)
{
    const char *path = getenv("SOCKET");
    snprintf(socket_path, sizeof socket_path, "%s", path ? path : "");
}

/* In place of libc's: the session begins when the server listens, so that nothing before that has an order to be chosen. */
int listen(int fd, int count)
{
    pthread_t t;
    int status = (int)syscall(SYS_listen, fd, count);
    if (status == 0 && pthread_create(&t, NULL, session, NULL) == 0)
        pthread_detach(t);
    return status;
}

#endif
