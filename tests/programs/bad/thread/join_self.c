// expect: bug misuse "join"
// A thread waits for its own end.
#include <pthread.h>

static void *work(void *unused)
{
    pthread_join(pthread_self(), NULL); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
    pthread_exit(NULL);
}
