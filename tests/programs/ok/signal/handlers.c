// expect: verified
// A thread sends signals to itself: their handlers run there and then, with what they block, also while another thread runs.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static volatile sig_atomic_t seen, depth, deepest;
static sigjmp_buf back;

static int is_blocked(int number)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number);
}

static void counts(int number)
{
    assert(number == SIGUSR1 && is_blocked(SIGUSR1) && !is_blocked(SIGUSR2));
    depth++;
    deepest = depth > deepest ? depth : deepest;
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    seen++;
    if (seen == 1)
        raise(SIGUSR1); /* comes when this one is done */
    depth--;
}

static void informed(int number, siginfo_t *info, void *unused)
{
    (void)unused;
    assert(number == SIGUSR2 && info->si_signo == SIGUSR2 && info->si_pid == getpid() && is_blocked(SIGTERM) && !is_blocked(SIGUSR2));
    seen += 10;
}

static void leaves(int number)
{
    siglongjmp(back, number);
}

static void *other(void *unused)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void installs(void)
{
    struct sigaction action = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESETHAND}, old;
    sigaddset(&action.sa_mask, SIGTERM);
    assert(signal(SIGUSR1, counts) == SIG_DFL && signal(SIGUSR1, counts) == counts);
    assert(sigaction(SIGUSR2, &action, NULL) == 0 && sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_sigaction == informed);
    assert((old.sa_flags & SA_SIGINFO) && sigismember(&old.sa_mask, SIGTERM) && !sigismember(&old.sa_mask, SIGINT));
    assert(signal(SIGINT, leaves) == SIG_DFL);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    installs();
    assert(raise(SIGUSR1) == 0 && seen == 2 && deepest == 1 && !is_blocked(SIGUSR1));
    assert(pthread_kill(pthread_self(), SIGUSR2) == 0 && seen == 12 && signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    volatile int rounds = 0;
    if (sigsetjmp(back, 1) != 0)
        rounds++;
    if (rounds < 2)
        raise(SIGINT);
    assert(rounds == 2 && !is_blocked(SIGINT));
    pthread_join(t, NULL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
    assert(kill(getpid(), SIGUSR1) == 0 && seen == 12 && pthread_sigmask(SIG_UNBLOCK, &one, NULL) == 0 && seen == 13);
    assert(kill(getpid(), SIGUSR1) == 0 && seen == 14 && shared == 5);
    return 0;
}
