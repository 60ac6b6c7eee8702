// expect: refused "a signal whose handler would run in another thread is not supported"
// It would come in the midst of anything.
#include <pthread.h>
#include <signal.h>

static void handler(int number)
{
    (void)number;
}

static void *rests(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, rests, NULL);
    pthread_kill(t, SIGUSR1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
