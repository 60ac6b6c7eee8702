// expect: bug misuse "signal on a condition variable that was destroyed"
// One thread destroys what the other may still use.
#include <pthread.h>

static pthread_cond_t it;

static void *work(void *unused)
{
    pthread_cond_signal(&it); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_cond_init(&it, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_cond_destroy(&it);
    pthread_join(t, NULL);
    return 0;
}
