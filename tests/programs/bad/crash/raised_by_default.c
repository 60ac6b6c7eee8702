// expect: bug crash "signal 12"
// native: endless
// A signal is raised that another thread does not ignore any more.
#include <pthread.h>
#include <signal.h>

static void *change(void *unused)
{
    signal(SIGUSR2, SIG_DFL);
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR2, SIG_IGN);
    pthread_create(&t, NULL, change, NULL);
    raise(SIGUSR2); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
