/* blocking.c - calls that may block in the kernel. One on a descriptor is made when poll() says that it will not block: until then its
 * thread waits in the scheduler, which asks for it. The others are made outside of the scheduler. A call that blocks although it should
 * not (another process was faster) is taken over by the tool's watch like any other code that does not come back. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/raw.h"
#include "hunt/hunt_answers.h"
#include "hunt/program_clock.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

/* --- descriptors ------------------------------------------------------------------------------------------------------------ */

enum { PIECE = 4096 }; /* a pipe that poll() calls writable takes so much */

static bool is_ready(void *wanted)
{
    int error = errno, ready = REAL(poll)(wanted, 1, 0);
    errno = error;
    return ready != 0;
}

/* A call that does not wait, or by a clock of its own. */
static bool does_not_wait(int fd, int flags)
{
    int mode = REAL(fcntl)(fd, F_GETFL);
    return flags & (MSG_DONTWAIT | MSG_OOB | MSG_ERRQUEUE) || mode < 0 || mode & O_NONBLOCK;
}

/* What a call is made on. */
enum on { ON_ANY, ON_SOCKET, ON_LISTENER };

/* Where it is not made for the descriptor, which poll() does not know: it says so without waiting. */
static bool fails_at_once(int fd, bool input, enum on on)
{
    int mode = REAL(fcntl)(fd, F_GETFL) & O_ACCMODE, listens = 0;
    socklen_t size = sizeof listens;
    bool is_socket = getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0;
    return mode == (input ? O_WRONLY : O_RDONLY) || (on != ON_ANY && !is_socket) || (is_socket && (on == ON_LISTENER) != (listens != 0));
}

static bool has_time(int fd, bool input)
{
    struct timeval t = {0};
    socklen_t size = sizeof t;
    return getsockopt(fd, SOL_SOCKET, input ? SO_RCVTIMEO : SO_SNDTIMEO, &t, &size) == 0 && (t.tv_sec || t.tv_usec);
}

enum way { WAY_NOW, WAY_OUTSIDE, WAY_INTERRUPTED };

/* Until it is ready when the thread has the token: another one may have been faster. */
static enum hunt_end await_ready(bool (*ready)(void *), void *argument, uint64_t deadline, enum hunt_signals signals)
{
    enum hunt_end end;
    do {
        end = hunt_until(ready, argument, deadline, signals);
        pthread_testcancel();
    } while (end == HUNT_WOKEN && !ready(argument));
    return end;
}

/* Waits until the call can be made. errno is as before, unless the wait was interrupted. */
static enum way await_descriptor(int fd, short events, enum on on, size_t size, int flags)
{
    struct pollfd wanted = {.fd = fd, .events = events};
    int error = errno;
    enum way way = WAY_NOW;
    bool input = events & POLLIN;
    pthread_testcancel();
    bool may_block = !is_ready(&wanted) || (!input && size > PIECE) || flags & MSG_WAITALL;
    if (may_block && !does_not_wait(fd, flags)) {
        struct stat about;
        if ((fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) || (on == ON_ANY && !size) || fails_at_once(fd, input, on))
            way = WAY_NOW;
        else if ((!input && size > PIECE) || flags & MSG_WAITALL || has_time(fd, input))
            way = WAY_OUTSIDE;
        else if (await_ready(is_ready, &wanted, HUNT_NEVER, HUNT_RESTARTS) == HUNT_INTERRUPTED)
            way = WAY_INTERRUPTED;
    }
    errno = error;
    pthread_testcancel();
    return way;
}

/* X(result, name, events, on, size, flags, note, parameters, arguments): on descriptor `fd`; what is noted of the result. */
#define NOTHING (void)0
#define DESCRIPTOR_CALLS(X) \
    X(ssize_t, read, POLLIN, ON_ANY, n, 0, answers_take_input(fd, b, result), (int fd, void *b, size_t n), (fd, b, n)) \
    X(ssize_t, readv, POLLIN, ON_ANY, vector_size(v, n), 0, NOTHING, (int fd, const struct iovec *v, int n), (fd, v, n)) \
    X(ssize_t, recv, POLLIN, ON_SOCKET, n, flags, NOTHING, (int fd, void *b, size_t n, int flags), (fd, b, n, flags)) \
    X(ssize_t, recvfrom, POLLIN, ON_SOCKET, n, flags, NOTHING, (int fd, void *restrict b, size_t n, int flags, \
      struct sockaddr *restrict from, socklen_t *restrict size), (fd, b, n, flags, from, size)) \
    X(ssize_t, recvmsg, POLLIN, ON_SOCKET, 0, flags, NOTHING, (int fd, struct msghdr *m, int flags), (fd, m, flags)) \
    X(int, accept, POLLIN, ON_LISTENER, 0, 0, NOTHING, \
      (int fd, struct sockaddr *restrict from, socklen_t *restrict size), (fd, from, size)) \
    X(int, accept4, POLLIN, ON_LISTENER, 0, 0, NOTHING, (int fd, struct sockaddr *restrict from, socklen_t *restrict size, \
      int flags), (fd, from, size, flags)) \
    X(ssize_t, write, POLLOUT, ON_ANY, n, 0, NOTHING, (int fd, const void *b, size_t n), (fd, b, n)) \
    X(ssize_t, writev, POLLOUT, ON_ANY, vector_size(v, n), 0, NOTHING, (int fd, const struct iovec *v, int n), (fd, v, n)) \
    X(ssize_t, send, POLLOUT, ON_SOCKET, n, flags, NOTHING, (int fd, const void *b, size_t n, int flags), (fd, b, n, flags)) \
    X(ssize_t, sendto, POLLOUT, ON_SOCKET, n, flags, NOTHING, (int fd, const void *b, size_t n, int flags, const struct sockaddr *to, \
      socklen_t size), (fd, b, n, flags, to, size)) \
    X(ssize_t, sendmsg, POLLOUT, ON_SOCKET, vector_size(m->msg_iov, (int)m->msg_iovlen), flags, NOTHING, \
      (int fd, const struct msghdr *m, int flags), (fd, m, flags))

static size_t vector_size(const struct iovec *v, int count)
{
    size_t size = 0;
    for (int i = 0; v && i < count && i < 1024; i++)
        size += v[i].iov_len;
    return size;
}

/* Only accept4's flags say nothing of waiting; MSG_DONTWAIT is none of them. */
#define DEFINE_DESCRIPTOR_CALL(type, name, events, on, size_, flags_, note, parameters, arguments)                      \
    EXPORT type name parameters                                                                                     \
    {                                                                                                               \
        if (!hunt_point((events) == POLLIN ? HUNT_INPUT : HUNT_OUTPUT, (void *)(intptr_t)(fd + 1), HUNT_CALLER))    \
            return REAL(name) arguments;                                                                            \
        enum way way = hunt_live == 1 ? WAY_NOW : await_descriptor(fd, events, on, size_, flags_);                  \
        if (way == WAY_INTERRUPTED) {                                                                               \
            errno = EINTR;                                                                                          \
            return -1;                                                                                              \
        }                                                                                                           \
        if (way == WAY_OUTSIDE)                                                                                     \
            hunt_leave();                                                                                           \
        type result = REAL(name) arguments;                                                                         \
        int error = errno;                                                                                          \
        if (way == WAY_OUTSIDE)                                                                                     \
            hunt_return();                                                                                          \
        hunt_told_kernel();                                                                                         \
        note;                                                                                                       \
        errno = error;                                                                                              \
        return result;                                                                                              \
    }
DESCRIPTOR_CALLS(DEFINE_DESCRIPTOR_CALL)

/* What others wait for may come true by it. */
#define DEFINE_TELLING(name, parameters, arguments)                            \
    EXPORT int name parameters                                                 \
    {                                                                          \
        hunt_point(HUNT_OUTPUT, (void *)(intptr_t)(fd + 1), HUNT_CALLER);      \
        int result = REAL(name) arguments;                                     \
        hunt_told_kernel();                                                    \
        return result;                                                         \
    }
DEFINE_TELLING(close, (int fd), (fd))
DEFINE_TELLING(shutdown, (int fd, int how), (fd, how))

/* --- waiting for several ---------------------------------------------------------------------------------------------------- */

struct several {
    struct pollfd *fds;
    nfds_t count;
    int high;
    const fd_set *sets[3]; /* NULL: there is none */
    int found; /* what poll() or select() has returned */
};

static bool some_ready(void *several)
{
    struct several *s = several;
    int error = errno;
    s->found = REAL(poll)(s->fds, s->count, 0);
    errno = error;
    return s->found != 0;
}

static bool set_ready(void *several)
{
    struct several *s = several;
    fd_set copy[3];
    struct timeval none = {0};
    int error = errno;
    for (int i = 0; i < 3; i++)
        if (s->sets[i])
            copy[i] = *s->sets[i];
    s->found = REAL(select)(s->high, s->sets[0] ? &copy[0] : NULL, s->sets[1] ? &copy[1] : NULL, s->sets[2] ? &copy[2] : NULL, &none);
    errno = error;
    return s->found != 0;
}

static bool await_several(bool (*ready)(void *), void *argument, uint64_t deadline)
{
    int error = errno;
    pthread_testcancel();
    enum hunt_end end = await_ready(ready, argument, deadline, HUNT_HEARS);
    pthread_testcancel();
    errno = end == HUNT_INTERRUPTED ? EINTR : error;
    return end != HUNT_INTERRUPTED;
}

static int poll_until(struct pollfd *fds, nfds_t count, uint64_t deadline)
{
    struct several s = {.fds = fds, .count = count};
    return await_several(some_ready, &s, deadline) ? REAL(poll)(fds, count, 0) : -1;
}

EXPORT int poll(struct pollfd *fds, nfds_t count, int time)
{
    if (!hunt_point(HUNT_POLL, NULL, HUNT_CALLER) || time == 0)
        return REAL(poll)(fds, count, time);
    return poll_until(fds, count, clock_after_ms(time));
}

/* Signals that are let through while it waits are the kernel's matter. */
EXPORT int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    if (!hunt_point(HUNT_POLL, NULL, HUNT_CALLER) || (time && !clock_is_valid(time)))
        return REAL(ppoll)(fds, count, time, mask);
    if (mask)
        HUNT_OUTSIDE(int, REAL(ppoll)(fds, count, time, mask));
    return poll_until(fds, count, clock_after(time));
}

static int select_until(int high, fd_set *in, fd_set *out, fd_set *odd, uint64_t deadline)
{
    struct several s = {.high = high, .sets = {in, out, odd}};
    struct timeval none = {0};
    return await_several(set_ready, &s, deadline) ? REAL(select)(high, in, out, odd, &none) : -1;
}

EXPORT int select(int high, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd, struct timeval *restrict time)
{
    if (!hunt_point(HUNT_POLL, NULL, HUNT_CALLER) || (time && (time->tv_sec < 0 || time->tv_usec < 0)) || high > FD_SETSIZE)
        return REAL(select)(high, in, out, odd, time);
    uint64_t now = hunt_now(), deadline = HUNT_NEVER;
    if (time)
        deadline = now + (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_usec * 1000;
    int result = select_until(high, in, out, odd, deadline);
    if (time) { /* Linux tells what is left */
        uint64_t left = hunt_now() < deadline ? deadline - hunt_now() : 0;
        *time = (struct timeval){.tv_sec = (time_t)(left / 1000000000), .tv_usec = (suseconds_t)(left % 1000000000 / 1000)};
    }
    return result;
}

EXPORT int pselect(int high, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd, const struct timespec *restrict time,
                   const sigset_t *restrict mask)
{
    if (!hunt_point(HUNT_POLL, NULL, HUNT_CALLER) || (time && !clock_is_valid(time)) || high > FD_SETSIZE)
        return REAL(pselect)(high, in, out, odd, time, mask);
    if (mask)
        HUNT_OUTSIDE(int, REAL(pselect)(high, in, out, odd, time, mask));
    return select_until(high, in, out, odd, clock_after(time));
}

/* A descriptor of epoll is itself one that poll() knows. */
static bool await_events(int fd, int time)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    return await_several(is_ready, &wanted, clock_after_ms(time));
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int most, int time)
{
    if (!hunt_point(HUNT_POLL, (void *)(intptr_t)(fd + 1), HUNT_CALLER) || time == 0)
        return REAL(epoll_wait)(fd, events, most, time);
    return await_events(fd, time) ? REAL(epoll_wait)(fd, events, most, 0) : -1;
}

EXPORT int epoll_pwait(int fd, struct epoll_event *events, int most, int time, const sigset_t *mask)
{
    if (!hunt_point(HUNT_POLL, (void *)(intptr_t)(fd + 1), HUNT_CALLER) || time == 0)
        return REAL(epoll_pwait)(fd, events, most, time, mask);
    if (mask)
        HUNT_OUTSIDE(int, REAL(epoll_pwait)(fd, events, most, time, mask));
    return await_events(fd, time) ? REAL(epoll_wait)(fd, events, most, 0) : -1;
}

/* --- calls that are made outside -------------------------------------------------------------------------------------------- */

/* X(result, name, kind, parameters, arguments) */
#define OUTSIDE_CALLS(X) \
    X(pid_t, wait, CHILD, (int *status), (status)) \
    X(pid_t, waitpid, CHILD, (pid_t pid, int *status, int options), (pid, status, options)) \
    X(pid_t, wait4, CHILD, (pid_t pid, int *status, int options, struct rusage *usage), (pid, status, options, usage)) \
    X(int, waitid, CHILD, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options)) \
    X(int, flock, KERNEL, (int fd, int operation), (fd, operation)) \
    X(int, lockf, KERNEL, (int fd, int command, off_t length), (fd, command, length)) \
    X(ssize_t, msgrcv, KERNEL, (int id, void *m, size_t n, long type, int flags), (id, m, n, type, flags)) \
    X(int, msgsnd, KERNEL, (int id, const void *m, size_t n, int flags), (id, m, n, flags)) \
    X(int, semop, KERNEL, (int id, struct sembuf *operations, size_t n), (id, operations, n)) \
    X(ssize_t, mq_receive, KERNEL, (mqd_t queue, char *m, size_t n, unsigned *priority), (queue, m, n, priority)) \
    X(int, mq_send, KERNEL, (mqd_t queue, const char *m, size_t n, unsigned priority), (queue, m, n, priority)) \
    X(int, sigwait, KERNEL, (const sigset_t *restrict set, int *restrict number), (set, number)) \
    X(int, sigwaitinfo, KERNEL, (const sigset_t *restrict set, siginfo_t *restrict info), (set, info)) \
    X(int, sigtimedwait, KERNEL, (const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time), \
      (set, info, time)) \
    X(int, sigsuspend, KERNEL, (const sigset_t *set), (set)) \
    X(int, pause, KERNEL, (void), ()) \
    X(int, getaddrinfo, KERNEL, (const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints, \
      struct addrinfo **restrict result), (node, service, hints, result)) \
    X(int, pclose, CHILD, (FILE *stream), (stream))

#define DEFINE_OUTSIDE_CALL(type, name, kind, parameters, arguments)     \
    EXPORT type name parameters                                          \
    {                                                                    \
        if (!hunt_point(HUNT_##kind, NULL, HUNT_CALLER))                 \
            return REAL(name) arguments;                                 \
        HUNT_OUTSIDE(type, REAL(name) arguments);                             \
    }
OUTSIDE_CALLS(DEFINE_OUTSIDE_CALL)

/* Commands of fcntl matter only where they wait for a lock. */
EXPORT int fcntl(int fd, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
    if (!waits || !hunt_point(HUNT_KERNEL, NULL, HUNT_CALLER))
        return REAL(fcntl)(fd, command, argument);
    HUNT_OUTSIDE(int, REAL(fcntl)(fd, command, argument));
}
