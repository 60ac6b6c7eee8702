// expect: verified
// What a handler and a waiting thread are told of a signal: who has sent it, and whether to the thread or to the process.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static siginfo_t told;

static void handle(int number, siginfo_t *info, void *unused)
{
    (void)number, (void)unused;
    told = *info;
}

static void expect(int number, int code)
{
    assert(told.si_signo == number && told.si_code == code && told.si_errno == 0);
    assert(told.si_pid == getpid() && told.si_uid == getuid());
    told = (siginfo_t){0};
}

static void *work(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGUSR1), expect(SIGUSR1, SI_TKILL);
    pthread_kill(pthread_self(), SIGUSR1), expect(SIGUSR1, SI_TKILL);
    kill(getpid(), SIGUSR1), expect(SIGUSR1, SI_USER);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1), sigwaitinfo(&set, &told), expect(SIGUSR1, SI_USER);
    kill(getpid(), SIGUSR1), sigwaitinfo(&set, &told), expect(SIGUSR1, SI_USER);
    raise(SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &set, NULL), expect(SIGUSR1, SI_TKILL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1), pthread_sigmask(SIG_UNBLOCK, &set, NULL), expect(SIGUSR1, SI_USER);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t set;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
