/* ops_channel.c - pipes, eventfds, sockets, and waiting for several of them. */
#include "program.h"

const char channel_declarations[] =
    "#include <fcntl.h>\n"
    "#include <poll.h>\n"
    "#include <sys/epoll.h>\n"
    "#include <sys/eventfd.h>\n"
    "#include <sys/select.h>\n"
    "#include <sys/socket.h>\n"
    "int pipes[2][2], counter, tokens, pair[2], instance;\n"
    "static void watch(int fd, unsigned events)\n"
    "{\n"
    "    struct epoll_event event = {.events = events, .data.fd = fd};\n"
    "    epoll_ctl(instance, EPOLL_CTL_ADD, fd, &event);\n"
    "}\n"
    "static void open_channels(void)\n"
    "{\n"
    "    signal(SIGPIPE, SIG_IGN);\n"
    "    pipe(pipes[0]);\n"
    "    pipe2(pipes[1], O_NONBLOCK);\n"
    "    counter = eventfd(0, EFD_NONBLOCK);\n"
    "    tokens = eventfd(1, EFD_SEMAPHORE);\n"
    "    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);\n"
    "    instance = epoll_create1(0);\n"
    "    watch(pipes[0][0], EPOLLIN);\n"
    "    watch(pipes[1][0], EPOLLIN | EPOLLET);\n"
    "    watch(counter, EPOLLIN | EPOLLONESHOT);\n"
    "}\n"
    "static long put(int fd, char byte)\n"
    "{\n"
    "    return write(fd, &byte, 1);\n"
    "}\n"
    "static long get(int fd, int n)\n"
    "{\n"
    "    char bytes[4] = {0};\n"
    "    long count = read(fd, bytes, n);\n"
    "    return count * 8 + bytes[0] + bytes[1];\n"
    "}\n"
    "static long add(int fd)\n"
    "{\n"
    "    return eventfd_write(fd, 1);\n"
    "}\n"
    "static long take(int fd)\n"
    "{\n"
    "    eventfd_t value = 0;\n"
    "    return eventfd_read(fd, &value) * 4 + (long)value;\n"
    "}\n"
    "static long poll_two(int a, int b, int limit)\n"
    "{\n"
    "    struct pollfd set[2] = {{.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN | POLLOUT}};\n"
    "    int n = poll(set, 2, limit);\n"
    "    return n * 64 + (set[0].revents & 63) + (set[1].revents & 63) * 2;\n"
    "}\n"
    "static long select_one(int fd, int wait)\n"
    "{\n"
    "    fd_set in;\n"
    "    struct timeval none = {0, 0};\n"
    "    FD_ZERO(&in);\n"
    "    FD_SET(fd, &in);\n"
    "    return select(fd + 1, &in, 0, 0, wait ? 0 : &none);\n"
    "}\n"
    "static long wait_event(int most, int limit)\n"
    "{\n"
    "    struct epoll_event events[2] = {{0}};\n"
    "    int n = epoll_wait(instance, events, most, limit);\n"
    "    return n <= 0 ? n : n * 64 + events[0].data.fd + (long)(events[0].events & 31) * 2;\n"
    "}\n"
    "static long rearm(void)\n"
    "{\n"
    "    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = counter};\n"
    "    return epoll_ctl(instance, EPOLL_CTL_MOD, counter, &event);\n"
    "}\n"
    "static long new_pipe(void)\n"
    "{\n"
    "    int own[2];\n"
    "    pipe(own);\n"
    "    long numbers = own[0] + own[1];\n"
    "    close(own[0]);\n"
    "    close(own[1]);\n"
    "    return numbers;\n"
    "}\n";

static void put(struct program *p)
{
    line(p, "v = v * 3 + put(pipes[%d][1], %d);", below(p, 2), 1 + below(p, 3));
}

static void get(struct program *p)
{
    line(p, "v = v * 3 + get(pipes[%d][0], %d);", below(p, 2), 1 + below(p, 2));
}

static void count(struct program *p)
{
    static const char *const what[] = {"add(counter)", "take(counter)", "take(tokens)", "add(tokens)"};
    line(p, "v = v * 3 + %s;", what[below(p, 4)]);
}

/* A lock made of a semaphore that counts in a descriptor. */
static void section(struct program *p)
{
    line(p, "take(tokens);");
    few_simple(p, 2);
    line(p, "add(tokens);");
}

/* Whoever has read the byte comes after who has written it. */
static void hand_over(struct program *p)
{
    if (one_in(p, 2)) {
        simple(p);
        line(p, "put(pipes[0][1], 1);");
        return;
    }
    block(p, "if (get(pipes[0][0], 1) > 0)");
    simple(p);
    end_block(p);
}

static void poll_two(struct program *p)
{
    static const int limits[] = {0, 0, -1, 10};
    line(p, "v = v * 3 + poll_two(%s, pipes[%d][%d], %d);", one_in(p, 2) ? "counter" : "pipes[0][0]", below(p, 2), below(p, 2),
        limits[below(p, 4)]);
}

static void select_one(struct program *p)
{
    line(p, "v = v * 3 + select_one(pipes[%d][0], %d);", below(p, 2), one_in(p, 4));
}

static void wait_event(struct program *p)
{
    static const int limits[] = {0, 0, -1, 10};
    line(p, "v = v * 3 + wait_event(%d, %d);", 1 + below(p, 2), limits[below(p, 4)]);
    if (one_in(p, 4))
        line(p, "v = v * 3 + rearm();");
}

static void message(struct program *p)
{
    int end = below(p, 2);
    if (one_in(p, 2))
        line(p, "v = v * 3 + put(pair[%d], 2);", end);
    else
        line(p, "v = v * 3 + recv(pair[%d], &chars[%d], 1, %s);", end, below(p, 4), one_in(p, 2) ? "MSG_DONTWAIT" : "0");
}

static void close_end(struct program *p)
{
    switch (below(p, 5)) {
    case 0: line(p, "v = v * 3 + close(pair[%d]);", below(p, 2)); break;
    case 1: line(p, "v = v * 3 + new_pipe();"); break;
    case 2: line(p, "v = v * 3 + shutdown(pair[%d], SHUT_WR);", below(p, 2)); break;
    default: line(p, "v = v * 3 + close(pipes[%d][%d]);", below(p, 2), below(p, 3) > 0);
    }
}

const struct operation channel_operations[] = {
    {4, put}, {4, get}, {3, count}, {2, section}, {3, hand_over}, {2, poll_two}, {1, select_one}, {3, wait_event}, {2, message},
    {2, close_end}, {2, simple}, {0, 0},
};
