// expect: bug misuse "cancel of a thread that does not exist any more"
// native: endless
// A detached thread may have ended when it is cancelled.
#include <pthread.h>

static void *work(void *unused)
{
    pthread_detach(pthread_self());
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_cancel(worker); // BUG HERE
    return 0;
}
