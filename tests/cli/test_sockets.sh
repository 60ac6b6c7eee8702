#!/bin/bash
# test_sockets.sh - sockets: planted bugs are found by every kind of search and replayed, and what lies outside of the model is refused by a
# sentence. (What sockets do is in tests/programs, compared with the kernel in tests/conformance and tests/random.)
# shellcheck disable=SC2317 # cases are called by name
. "$(dirname "$0")/../lib/cases.sh"

found() # PROGRAM TEXT OPTIONS...
{
    says 1 "$2" "$MAZURKA" check "$programs/bad/socket/$1.c" --trace=found.mzt "${@:3}"
    says 1 "replayed: " "$MAZURKA" replay found.mzt
}
case_ "a lost edge, without a reduction" found lost_edge "waits in epoll_wait" --reduction=none
case_ "a lost edge, breadth first" found lost_edge "waits in epoll_wait" --search=bfs
case_ "a lost edge, without matching states" found lost_edge "waits in epoll_wait" --reduction=source-dpor --race=off
case_ "two that both read, depth first" found both_read "waits in descriptor read" --search=dfs
case_ "two that both read, two processes" found both_read "waits in descriptor read" --search=dfs -j 2
case_ "a connection closed twice, with few preemptions" found closed_twice "assertion failed: answered" --preemptions=2
case_ "a connection closed twice, by walks" found closed_twice "assertion failed: answered" --search=walk --runs=1000
case_ "a broken pipe" found sigpipe "SIGPIPE" --reduction=spor

# A server and its client wait for each other: the report says for what.
explained()
{
    says 1 "  no connection waits to be accepted" "$MAZURKA" check "$programs/bad/socket/nobody_accepts.c" --no-trace
    says 1 "nothing waits in the" "$MAZURKA" check "$programs/bad/socket/both_read.c" --no-trace
}
case_ "reports say what is waited for" explained

alike() # PROGRAM: the same verdict with every way to look at it
{
    local options
    for options in --reduction=none --reduction=despor --visible=all --self-check "--search=dfs -j 2" "--cc=clang -O1"; do
        # shellcheck disable=SC2086 # several words
        says 0 "verified: all" "$MAZURKA" check "$programs/ok/socket/$1.c" --no-trace $options
    done
}
case_ "connections that wait are let in" alike full_backlog
case_ "an edge-triggered server" alike edge_server
case_ "datagrams" alike udp

refused() # TEXT CODE: in a thread
{
    cat >r.c <<END
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
static void *f(void *unused)
{
    int s = socket(AF_INET, SOCK_STREAM, 0), d = socket(AF_INET, SOCK_DGRAM, 0), p[2], one = 1;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
    inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
    socketpair(AF_UNIX, SOCK_STREAM, 0, p);
    $2;
    (void)s, (void)d, (void)one;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, f, NULL);
    return pthread_join(t, NULL);
}
END
    says 3 "unknown: $1 is not supported at r.c:17 in f" "$MAZURKA" check r.c --no-trace
}
to='(struct sockaddr *)&to, sizeof to'
case_ "refused: a datagram to another machine" refused \
    "sending to an address other than this machine's (127.0.0.1, ::1)" "sendto(d, \"a\", 1, 0, $to)"
case_ "refused: another machine's address" refused "bind to an address other than this machine's (127.0.0.1, ::1, or any)" "bind(s, $to)"
case_ "refused: low ports" refused "bind to a port below 1024" "to.sin_addr.s_addr = 0; bind(s, $to)"
case_ "refused: urgent data" refused "send with these flags" 'send(p[0], "a", 1, MSG_OOB)'
case_ "refused: descriptors that are sent" refused "sendmsg with descriptors or other control data" \
    'char c[CMSG_SPACE(4)] = {0}; struct msghdr m = {.msg_control = c, .msg_controllen = sizeof c}; sendmsg(p[0], &m, 0)'
case_ "refused: time limits" refused "setsockopt of this option to this value" \
    'struct timeval t = {1, 0}; setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t)'
case_ "refused: small buffers" refused "setsockopt of this option to this value" 'setsockopt(p[0], SOL_SOCKET, SO_SNDBUF, &one, sizeof one)'
case_ "refused: other options" refused "setsockopt of this option" 'setsockopt(s, SOL_SOCKET, SO_REUSEPORT, &one, sizeof one)'
case_ "refused: other families" refused "socket of other kinds than AF_UNIX, TCP and UDP" 'socket(AF_NETLINK, SOCK_RAW, 0)'
case_ "refused: room for datagrams, by its edge" refused "an edge-triggered watch for EPOLLOUT of a socket of datagrams" \
    'struct epoll_event e = {.events = EPOLLOUT | EPOLLET}; epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, d, &e)'
case_ "refused: a port that was served before" refused \
    "bind to a port on which connections were accepted before, without SO_REUSEADDR," "socklen_t n = sizeof to; listen(s, 1);
#line 16
    getsockname(s, (struct sockaddr *)&to, &n); connect(socket(AF_INET, SOCK_STREAM, 0), $to); close(s);
    bind(socket(AF_INET, SOCK_STREAM, 0), $to)"
end_cases
