// expect: bug misuse "cancel"
// A thread is cancelled that has already been joined.
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_cancel(t); // BUG HERE
    return 0;
}
