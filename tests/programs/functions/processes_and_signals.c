// expect: verified
// errors: __register_atfork sigemptyset sigfillset sigaddset sigdelset
// errors: getpid getppid gettid syscall pthread_atfork pthread_sigmask sigprocmask sigaction signal bsd_signal __sysv_signal raise
// errors: kill pthread_kill sigaltstack sigpending sigtimedwait sigwait sigwaitinfo
#include "functions.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void handler(int);
handler *__sysv_signal(int number, handler *h);
handler *bsd_signal(int number, handler *h);
int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);

static void nothing(void) {}

/* Kept for the thread, and told again. */
static void another_stack(void)
{
    static __thread char room[1 << 16];
    stack_t wanted = {.ss_sp = room, .ss_size = sizeof room}, before, now, none = {.ss_flags = SS_DISABLE}, odd = {.ss_flags = 77};
    assert(sigaltstack(&wanted, &before) == 0 && before.ss_flags == SS_DISABLE);
    point();
    assert(sigaltstack(NULL, &now) == 0 && now.ss_sp == room && now.ss_size == sizeof room && now.ss_flags == 0);
    assert(sigaltstack(&odd, NULL) == -1 && errno == EINVAL);
    wanted.ss_size = 16;
    assert(sigaltstack(&wanted, NULL) == -1 && errno == ENOMEM && sigaltstack(&none, NULL) == 0);
    assert(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_DISABLE);
}

static void send(void)
{
    sigset_t set, sent;
    siginfo_t info;
    int number = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGRTMIN);
    assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && pthread_kill(pthread_self(), SIGTERM) == 0);
    assert(sigpending(&sent) == 0 && sigismember(&sent, SIGTERM) == 1 && sigismember(&sent, SIGRTMIN) == 0);
    point();
    assert(sigwait(&set, &number) == 0 && number == SIGTERM && pthread_kill(pthread_self(), SIGRTMIN) == 0);
    point();
    assert(sigwaitinfo(&set, &info) == SIGRTMIN && info.si_signo == SIGRTMIN && info.si_code == SI_USER && info.si_pid == getpid());
    assert(raise(SIGTERM) == 0 && sigtimedwait(&set, NULL, &(struct timespec){1, 0}) == SIGTERM);
    assert(sigpending(&sent) == 0 && sigismember(&sent, SIGTERM) == 0 && kill(getpid(), 0) == 0);
}

static void use(void)
{
    struct sigaction ignore, old;
    sigset_t set, before;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    assert(getpid() == syscall(SYS_getpid) && getppid() == syscall(SYS_getppid) && gettid() == syscall(SYS_gettid));
    assert(gettid() != getpid() && syscall(SYS_sched_yield) == 0);
    assert(pthread_atfork(nothing, nothing, nothing) == 0 && __register_atfork(nothing, NULL, NULL, NULL) == 0);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    assert(pthread_sigmask(SIG_BLOCK, &set, &before) == 0 && sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
    point();
    assert(sigaction(SIGUSR1, &ignore, &old) == 0 && old.sa_handler == SIG_DFL && raise(SIGUSR1) == 0);
    assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL && bsd_signal(SIGUSR2, SIG_DFL) == SIG_IGN && __sysv_signal(SIGUSR2, SIG_DFL) == SIG_DFL);
    another_stack();
    send();
}

static void errors(void)
{
    struct timespec now = {0, 0};
    struct sigaction action;
    sigset_t set;
    assert(sigemptyset(&set) == 0 && sigaddset(&set, 99) == -1 && errno == EINVAL && sigdelset(&set, 0) == -1 && sigfillset(&set) == 0);
    assert(sigaction(0, NULL, &action) == -1 && errno == EINVAL && sigaction(SIGKILL, NULL, &action) == 0);
    assert(signal(99, SIG_IGN) == SIG_ERR && errno == EINVAL && bsd_signal(0, SIG_DFL) == SIG_ERR && __sysv_signal(-1, SIG_DFL) == SIG_ERR);
    assert(raise(99) == -1 && errno == EINVAL && kill(getpid(), 99) == -1 && errno == EINVAL && pthread_kill(pthread_self(), 99) == EINVAL);
    assert(sigemptyset(&set) == 0 && sigtimedwait(&set, NULL, &now) == -1 && errno == EAGAIN);
    assert(pthread_sigmask(99, &(sigset_t){0}, NULL) == EINVAL && sigprocmask(99, &(sigset_t){0}, NULL) == -1 && errno == EINVAL);
}
