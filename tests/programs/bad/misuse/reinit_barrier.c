// expect: bug misuse "init of a barrier that is initialized already and was not destroyed"
#include <pthread.h>

static pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_barrier_init(&meeting, NULL, 3); // BUG HERE
    return 0;
}
