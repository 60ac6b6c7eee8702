// expect: bug misuse
// A thread is detached and then joined.
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_detach(t);
    pthread_join(t, NULL); // BUG HERE
    return 0;
}
