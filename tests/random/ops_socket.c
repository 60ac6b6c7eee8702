/* ops_socket.c - sockets that have names: connections that are made, taken, used and ended, and datagrams. Of AF_UNIX: what is sent by
 * TCP may come late by itself where the machine is busy. */
#include "program.h"

const char socket_declarations[] =
    "#include <errno.h>\n"
    "#include <poll.h>\n"
    "#include <signal.h>\n"
    "#include <stddef.h>\n"
    "#include <sys/epoll.h>\n"
    "#include <sys/socket.h>\n"
    "#include <sys/un.h>\n"
    "#include <unistd.h>\n"
    "int ends[2], listener, box, letters, instance;\n"
    "struct sockaddr_un place = {.sun_family = AF_UNIX}, boxed = {.sun_family = AF_UNIX};\n"
    "socklen_t place_size = offsetof(struct sockaddr_un, sun_path) + 12;\n"
    "static void watch(int fd, unsigned events, unsigned name)\n"
    "{\n"
    "    struct epoll_event event = {.events = events, .data.u32 = name};\n"
    "    epoll_ctl(instance, EPOLL_CTL_ADD, fd, &event);\n"
    "}\n"
    "static int bound(int type, struct sockaddr_un *name, char letter)\n"
    "{\n"
    "    int s = socket(AF_UNIX, type, 0), number = getpid();\n"
    "    for (int i = 1; i < 11; i++, number /= 10)\n"
    "        name->sun_path[i] = (char)('0' + number % 10);\n"
    "    name->sun_path[11] = letter;\n"
    "    bind(s, (struct sockaddr *)name, place_size);\n"
    "    return s;\n"
    "}\n"
    "static void open_channels(void)\n"
    "{\n"
    "    signal(SIGPIPE, SIG_IGN);\n"
    "    listener = bound(SOCK_STREAM | SOCK_NONBLOCK, &place, 's');\n"
    "    box = bound(SOCK_DGRAM, &boxed, 'd');\n"
    "    letters = socket(AF_UNIX, SOCK_DGRAM, 0);\n"
    "    listen(listener, 0);\n"
    "    ends[0] = socket(AF_UNIX, SOCK_STREAM, 0);\n"
    "    connect(ends[0], (struct sockaddr *)&place, place_size);\n"
    "    ends[1] = accept(listener, 0, 0);\n"
    "    instance = epoll_create1(0);\n"
    "    watch(listener, EPOLLIN | EPOLLET, 1);\n"
    "    watch(ends[1], EPOLLIN | EPOLLRDHUP | EPOLLET, 2);\n"
    "    watch(box, EPOLLIN, 3);\n"
    "}\n"
    "static long result(long count)\n"
    "{\n"
    "    return count < 0 ? -errno : count;\n"
    "}\n"
    "static long dial(int flags)\n"
    "{\n"
    "    int s = socket(AF_UNIX, SOCK_STREAM | flags, 0);\n"
    "    long done = result(connect(s, (struct sockaddr *)&place, place_size));\n"
    "    return done < 0 ? done : send(s, \"d\", 1, MSG_NOSIGNAL);\n"
    "}\n"
    "static long admit(void)\n"
    "{\n"
    "    char byte = 0;\n"
    "    int s = accept(listener, 0, 0);\n"
    "    if (s < 0)\n"
    "        return -errno;\n"
    "    long got = recv(s, &byte, 1, MSG_DONTWAIT);\n"
    "    close(s);\n"
    "    return got * 8 + byte;\n"
    "}\n"
    "static long hand(int end, int n)\n"
    "{\n"
    "    return result(send(ends[end], \"abc\", n, MSG_NOSIGNAL));\n"
    "}\n"
    "static long take(int end, int n, int flags)\n"
    "{\n"
    "    char bytes[4] = {0};\n"
    "    long count = result(recv(ends[end], bytes, n, flags));\n"
    "    return count * 8 + bytes[0] + bytes[1];\n"
    "}\n"
    "static long post(int n)\n"
    "{\n"
    "    return result(sendto(letters, \"xyz\", n, 0, (struct sockaddr *)&boxed, place_size));\n"
    "}\n"
    "static long collect(int flags)\n"
    "{\n"
    "    char bytes[4] = {0};\n"
    "    long count = result(recv(box, bytes, 2, flags));\n"
    "    return count * 8 + bytes[0] + bytes[1];\n"
    "}\n"
    "static long ready(int fd)\n"
    "{\n"
    "    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};\n"
    "    poll(&p, 1, 0);\n"
    "    return p.revents;\n"
    "}\n"
    "static long wait_event(int limit)\n"
    "{\n"
    "    struct epoll_event event = {0};\n"
    "    int n = epoll_wait(instance, &event, 1, limit);\n"
    "    return n <= 0 ? n : n * 64 + event.data.u32 + (long)(event.events & 31) * 4;\n"
    "}\n"
    "static long error_of(int end)\n"
    "{\n"
    "    int error = 0;\n"
    "    socklen_t size = sizeof error;\n"
    "    return result(getsockopt(ends[end], SOL_SOCKET, SO_ERROR, &error, &size)) * 2 + error;\n"
    "}\n";

static void dial(struct program *p)
{
    line(p, "v = v * 3 + dial(%s);", one_in(p, 3) ? "SOCK_NONBLOCK" : "0");
}

static void admit(struct program *p)
{
    line(p, "v = v * 3 + admit();");
}

static void hand(struct program *p)
{
    line(p, "v = v * 3 + hand(%d, %d);", below(p, 2), 1 + below(p, 3));
}

static void take(struct program *p)
{
    static const char *const flags[] = {"0", "MSG_DONTWAIT", "MSG_WAITALL", "MSG_PEEK", "MSG_PEEK | MSG_DONTWAIT"};
    line(p, "v = v * 3 + take(%d, %d, %s);", below(p, 2), 1 + below(p, 3), flags[below(p, 5)]);
}

/* Whoever has read the byte comes after who has written it. */
static void hand_over(struct program *p)
{
    if (one_in(p, 2)) {
        simple(p);
        line(p, "hand(0, 1);");
        return;
    }
    block(p, "if (take(1, 1, 0) > 0)");
    simple(p);
    end_block(p);
}

static void datagram(struct program *p)
{
    if (one_in(p, 2))
        line(p, "v = v * 3 + post(%d);", below(p, 4));
    else
        line(p, "v = v * 3 + collect(%s);", one_in(p, 2) ? "MSG_DONTWAIT" : "0");
}

static void ask(struct program *p)
{
    static const char *const what[] = {"ready(listener)", "ready(ends[0])", "ready(ends[1])", "error_of(0)", "error_of(1)"};
    line(p, "v = v * 3 + %s;", what[below(p, 5)]);
}

static void wait_event(struct program *p)
{
    static const int limits[] = {0, 0, -1, 10};
    line(p, "v = v * 3 + wait_event(%d);", limits[below(p, 4)]);
}

static void end(struct program *p)
{
    static const char *const how[] = {"SHUT_RD", "SHUT_WR", "SHUT_RDWR"};
    switch (below(p, 5)) {
    case 0:
    case 1: line(p, "v = v * 3 + result(shutdown(ends[%d], %s));", below(p, 2), how[below(p, 3)]); break;
    case 2: line(p, "v = v * 3 + result(shutdown(listener, %s));", how[below(p, 3)]); break;
    case 3: line(p, "v = v * 3 + result(close(%s));", one_in(p, 2) ? "listener" : "box"); break;
    default: line(p, "v = v * 3 + result(close(ends[%d]));", below(p, 2));
    }
}

const struct operation socket_operations[] = {
    {3, dial}, {3, admit}, {4, hand}, {4, take}, {2, hand_over}, {3, datagram}, {2, ask}, {2, wait_event}, {3, end}, {1, simple}, {0, 0},
};
