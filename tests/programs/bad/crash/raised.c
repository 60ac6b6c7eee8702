// expect: bug crash
// A signal that the program sends to itself.
#include <pthread.h>
#include <signal.h>

static void *work(void *unused)
{
    raise(SIGTERM); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
