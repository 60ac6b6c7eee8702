// expect: unknown "all threads wait, thread 1 for a signal: signals from outside are not supported"
// native: endless
// Everybody waits for Ctrl-C: no deadlock.
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *take(void *unused)
{
    int number;
    sigwait(&set, &number); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, take, NULL);
    pthread_join(t, NULL);
    return 0;
}
