// expect: bug crash "the program raised signal 10"
// native: endless
// The thread blocks the signal itself: too late, if it is sent before.
#include <pthread.h>
#include <signal.h>

static void *take(void *unused)
{
    int number;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigwait(&set, &number);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    pthread_kill(t, SIGUSR1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
