// expect: bug crash
// only: x86_64
// Division by a number that is zero for a moment. (aarch64 divides by zero without a signal.)
#include <pthread.h>

static volatile int divisor = 2;

static void *change(void *unused)
{
    divisor = 0;
    divisor = 3;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    volatile int result = 12 / divisor; // BUG HERE
    pthread_join(t, NULL);
    return result > 12;
}
