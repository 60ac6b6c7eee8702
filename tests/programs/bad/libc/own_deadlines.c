// expect: bug assertion
// Threads that wait for their deadlines, each with a semaphore that nobody else knows: time passes for all of them.
// options: --all
// options: --all --reduction=none
// options: --all --reduction=sum-sleep
// findings: 2
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t never[2];

static void wait_for(int seconds, sem_t *semaphore)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    sem_timedwait(semaphore, &deadline);
}

static void *wait(void *unused)
{
    wait_for(2, &never[1]);
    return unused;
}

int main(void)
{
    sem_init(&never[0], 0, 0);
    sem_init(&never[1], 0, 0);
    pthread_t t;
    time_t begin = time(NULL);
    pthread_create(&t, NULL, wait, NULL);
    wait_for(3, &never[0]);
    pthread_join(t, NULL);
    long passed = (long)(time(NULL) - begin);
    assert(passed != 3); // BUG HERE
    assert(passed != 5); // OR HERE
    return 0;
}
