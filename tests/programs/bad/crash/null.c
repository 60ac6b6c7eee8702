// expect: bug crash
// A pointer is used before the other thread has set it.
#include <pthread.h>

static int *_Atomic pointer;
static int target;

static void *init(void *unused)
{
    pointer = &target;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, init, NULL);
    *pointer = 1; // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
