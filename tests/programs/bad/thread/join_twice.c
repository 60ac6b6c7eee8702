// expect: bug misuse "join"
// Two owners both join the same thread.
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused) { return unused; }

static void *owner(void *unused)
{
    pthread_join(worker, NULL); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&t, NULL, owner, NULL);
    pthread_join(worker, NULL); // OR HERE
    pthread_join(t, NULL);
    return 0;
}
