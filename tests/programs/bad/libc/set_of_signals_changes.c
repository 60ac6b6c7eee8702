// expect: bug assertion "before == after"
// options: --race=off
// errors: sigismember sigisemptyset
// Asking a set of signals reads it, though nothing but the thread that asks is there to be interrupted.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *ask(void *unused)
{
    int before = sigismember(&set, SIGUSR1), after = sigismember(&set, SIGUSR1);
    assert(before == after); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    pthread_create(&t, NULL, ask, NULL);
    sigaddset(&set, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
