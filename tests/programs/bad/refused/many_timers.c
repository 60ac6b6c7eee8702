// expect: refused "more than 64 timers are not supported"
// The system has more: to fail here would be to show what does not happen.
#include <pthread.h>
#include <time.h>

static void *rest(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    timer_t timer;
    pthread_create(&t, NULL, rest, NULL);
    for (int i = 0; i < 100; i++)
        timer_create(CLOCK_MONOTONIC, NULL, &timer);
    pthread_join(t, NULL);
    return 0;
}
