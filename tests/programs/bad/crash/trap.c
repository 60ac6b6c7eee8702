// expect: bug crash
// An unreachable place that is reached.
#include <pthread.h>

static volatile int state;

static void *step(void *unused)
{
    state = 1;
    state = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, step, NULL);
    switch (state) {
    case 0:
    case 2:
        break;
    default:
        __builtin_trap(); // BUG HERE
    }
    pthread_join(t, NULL);
    return 0;
}
