// expect: verified
// races: 0
// options: --race-rule=graph
// options: --race-rule=hb
// options: --race-rule=clocks
// Who takes a signal is ordered after who has sent it, whichever function takes it and whatever that returns.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;
static int data;

static void *worker(void *unused)
{
    siginfo_t info;
    int number = sigwaitinfo(&set, &info);
    assert(number == SIGUSR1 && data == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, worker, NULL);
    data = 1;
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
