// expect: bug deadlock "thread 1 waits in a loop"
// native: endless
// A thread that waits for a flag when all others have ended waits for ever.
#include <pthread.h>

static volatile int flag;

static void *wait_for_it(void *unused)
{
    (void)unused;
    while (!flag) // BUG HERE
        ;
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, wait_for_it, NULL);
    pthread_exit(NULL);
}
