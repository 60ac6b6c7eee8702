// expect: bug misuse "cancel of a thread that does not exist any more"
// native: endless
// One thread cancels what another one joins: who comes first is nowhere said.
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused)
{
    return unused;
}

static void *stop(void *unused)
{
    pthread_cancel(worker); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t stopper;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&stopper, NULL, stop, NULL);
    pthread_join(worker, NULL);
    pthread_join(stopper, NULL);
    return 0;
}
