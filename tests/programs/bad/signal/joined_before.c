// expect: bug misuse "signal to a thread that does not exist any more"
// native: 0
#include <pthread.h>
#include <signal.h>

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_kill(t, SIGTERM); // BUG HERE
    return 0;
}
