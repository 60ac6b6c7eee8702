/* ordering_calls.c - functions at which nothing is decided, and by which threads may learn of each other all the same: streams have locks,
 * descriptors are shared, and a signal's handler knows what its sender did. For data races all of them order (hunt_clocks.h). */
#include <errno.h>
#include <stdarg.h>

#include "hunt/checks/hunt_clocks.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

/* Before and after: the call may have waited. */
#define BETWEEN(type, call)       \
    do {                          \
        order_kernel();           \
        type result_ = call;      \
        order_kernel();           \
        return result_;           \
    } while (0)

/* X(type, name, parameters, arguments) */
#define ORDERING_CALLS(X) \
    X(int, fflush, (FILE *f), (f)) X(FILE *, fopen, (const char *path, const char *mode), (path, mode)) X(int, fclose, (FILE *f), (f)) \
    X(size_t, fwrite, (const void *p, size_t n, size_t m, FILE *f), (p, n, m, f)) \
    X(size_t, fread, (void *p, size_t n, size_t m, FILE *f), (p, n, m, f)) \
    X(int, fputs, (const char *s, FILE *f), (s, f)) X(int, puts, (const char *s), (s)) X(int, fputc, (int c, FILE *f), (c, f)) \
    X(int, putc, (int c, FILE *f), (c, f)) X(int, putchar, (int c), (c)) X(char *, fgets, (char *s, int n, FILE *f), (s, n, f)) \
    X(int, fgetc, (FILE *f), (f)) X(int, getc, (FILE *f), (f)) X(int, getchar, (void), ()) X(int, ungetc, (int c, FILE *f), (c, f)) \
    X(ssize_t, getline, (char **line, size_t *n, FILE *f), (line, n, f)) X(int, ftrylockfile, (FILE *f), (f)) \
    X(ssize_t, getdelim, (char **line, size_t *n, int end, FILE *f), (line, n, end, f)) \
    X(int, vfprintf, (FILE *f, const char *format, va_list list), (f, format, list)) \
    X(int, vprintf, (const char *format, va_list list), (format, list)) \
    X(int, vfscanf, (FILE *f, const char *format, va_list list), (f, format, list)) \
    X(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at)) \
    X(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at)) \
    X(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at)) \
    X(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at)) \
    X(ssize_t, sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n)) \
    X(ssize_t, splice, (int from, off64_t *a, int to, off64_t *b, size_t n, unsigned flags), (from, a, to, b, n, flags)) \
    X(int, sendmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags), (fd, m, n, flags)) \
    X(int, recvmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *t), (fd, m, n, flags, t)) \
    X(int, eventfd_read, (int fd, eventfd_t *value), (fd, value)) X(int, eventfd_write, (int fd, eventfd_t value), (fd, value)) \
    X(int, fsync, (int fd), (fd)) X(int, ftruncate, (int fd, off_t n), (fd, n)) \
    X(off_t, lseek, (int fd, off_t n, int from), (fd, n, from)) \
    X(int, connect, (int fd, const struct sockaddr *to, socklen_t n), (fd, to, n)) X(int, unlink, (const char *path), (path)) \
    X(int, rename, (const char *from, const char *to), (from, to)) X(int, link, (const char *from, const char *to), (from, to)) \
    X(int, mkdir, (const char *path, mode_t mode), (path, mode)) X(int, rmdir, (const char *path), (path)) \
    X(int, access, (const char *path, int mode), (path, mode)) X(int, stat, (const char *path, struct stat *s), (path, s)) \
    X(int, fstat, (int fd, struct stat *s), (fd, s)) X(int, munmap, (void *p, size_t n), (p, n)) \
    X(int, msync, (void *p, size_t n, int how), (p, n, how))

#define DEFINE_ORDERING_CALL(type, name, parameters, arguments) \
    EXPORT type name parameters { BETWEEN(type, REAL(name) arguments); }
ORDERING_CALLS(DEFINE_ORDERING_CALL)

EXPORT void flockfile(FILE *f)
{
    REAL(flockfile)(f);
    order_kernel();
}

EXPORT void funlockfile(FILE *f)
{
    order_kernel();
    REAL(funlockfile)(f);
}

/* With a list of arguments, also as headers name them that check buffers. */
#define LISTED(name, parameters, last, call)   \
    EXPORT int name parameters                 \
    {                                          \
        va_list list;                          \
        va_start(list, last);                  \
        int result = call;                     \
        va_end(list);                          \
        return result;                         \
    }
#define LISTED_HIDDEN(name, parameters, last, call) \
    EXPORT int name parameters;                     \
    LISTED(name, parameters, last, call)
LISTED(printf, (const char *restrict format, ...), format, vprintf(format, list))
LISTED(fprintf, (FILE *restrict f, const char *restrict format, ...), format, vfprintf(f, format, list))
LISTED_HIDDEN(__printf_chk, (int flag, const char *format, ...), format, ((void)flag, vprintf(format, list)))
LISTED_HIDDEN(__fprintf_chk, (FILE *f, int flag, const char *format, ...), format, ((void)flag, vfprintf(f, format, list)))

EXPORT int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, unsigned) : 0;
    va_end(list);
    BETWEEN(int, REAL(open)(path, flags, mode));
}

/* --- signals: who is interrupted is not known before ---------------------------------------------------------------------------- */

#define SENDING_CALLS(X) \
    X(int, kill, (pid_t pid, int number), (pid, number)) X(int, pthread_kill, (pthread_t thread, int number), (thread, number)) \
    X(int, sigqueue, (pid_t pid, int number, const union sigval value), (pid, number, value)) \
    X(int, pthread_sigqueue, (pthread_t thread, int number, const union sigval value), (thread, number, value)) \
    X(int, tgkill, (pid_t group, pid_t thread, int number), (group, thread, number))

#define DEFINE_SENDING_CALL(type, name, parameters, arguments) \
    EXPORT type name parameters                                \
    {                                                          \
        order_signal();                                        \
        return REAL(name) arguments;                           \
    }
SENDING_CALLS(DEFINE_SENDING_CALL)

/* --- C++: the code that asks whether static variables are initialized is the program's; exceptions that threads share are destroyed by
 * the last of them, who is counted by atomics of the library --- */

#define RUNTIME_CALL(type, name, parameters, before, after) \
    EXPORT type name parameters;                            \
    EXPORT type name parameters                             \
    {                                                       \
        static type (*real) parameters;                     \
        if (!real)                                          \
            real = (__typeof__(real))hunt_find_real(#name); \
        before;                                             \
        after;                                              \
    }
#define LEARN_GUARD order_load(guard, 1, __ATOMIC_ACQUIRE)
#define TELL_GUARD order_store(guard, 1, __ATOMIC_RELEASE)
RUNTIME_CALL(int, __cxa_guard_acquire, (uint64_t *guard), int won = real(guard), LEARN_GUARD; return won)
RUNTIME_CALL(void, __cxa_guard_release, (uint64_t *guard), TELL_GUARD, real(guard))
RUNTIME_CALL(void, __cxa_guard_abort, (uint64_t *guard), TELL_GUARD, real(guard))

static char exceptions;
#define PASS_EXCEPTIONS (order_learn(&exceptions), order_tell(&exceptions))
RUNTIME_CALL(void, _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, (void *self), PASS_EXCEPTIONS, real(self))
RUNTIME_CALL(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void *self), PASS_EXCEPTIONS, real(self))
RUNTIME_CALL(void, __cxa_end_catch, (void), PASS_EXCEPTIONS, real())
