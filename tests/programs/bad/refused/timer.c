// expect: refused "timer_settime of a timer that runs out is not supported"
// A timer may be made, and stopped; one that runs out would interrupt the program at any time.
#include <assert.h>
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
    assert(timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0);
    assert(timer_settime(timer, 0, &(struct itimerspec){{1, 0}, {0, 0}}, NULL) == 0);
    timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {5, 0}}, NULL);
    pthread_join(t, NULL);
    return 0;
}
