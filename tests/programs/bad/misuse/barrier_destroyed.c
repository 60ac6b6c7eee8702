// expect: bug misuse "barrier wait on a barrier that was destroyed"
#include <pthread.h>

static pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_init(&meeting, NULL, 1);
    pthread_barrier_wait(&meeting);
    pthread_barrier_destroy(&meeting);
    pthread_barrier_wait(&meeting); // BUG HERE
    return 0;
}
