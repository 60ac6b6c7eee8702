// expect: verified
// native: endless
/* A thread that waits for a flag when all others have ended runs round a cycle of states: that is no fault, and it ends the
 * search as it does while others are alive. */
#include <pthread.h>

static volatile int flag;

static void *wait_for_it(void *unused)
{
    (void)unused;
    while (!flag)
        ;
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, wait_for_it, NULL);
    pthread_exit(NULL);
}
