// expect: bug misuse "mz_atomic_end"
// An atomic section is ended that was never begun.
#include <mazurka.h>
#include <pthread.h>

static void *work(void *unused)
{
    mz_atomic_end(); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
