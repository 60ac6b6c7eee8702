// expect: bug misuse "detach"
// The thread detaches itself, and so does its creator.
#include <pthread.h>

static void *work(void *unused)
{
    pthread_detach(pthread_self()); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t); // OR HERE
    pthread_exit(NULL);
}
