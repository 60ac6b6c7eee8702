// expect: verified
// Waiting for a signal is a cancellation point, and a signal to a thread that has ended goes nowhere.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *take(void *unused)
{
    siginfo_t info;
    sigwaitinfo(&set, &info);
    assert(0);
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t taker, ended;
    void *result;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&taker, NULL, take, NULL);
    pthread_create(&ended, NULL, nothing, NULL);
    pthread_cancel(taker);
    pthread_join(taker, &result);
    assert(result == PTHREAD_CANCELED);
    assert(pthread_kill(ended, SIGINT) == 0);
    pthread_join(ended, NULL);
    return 0;
}
