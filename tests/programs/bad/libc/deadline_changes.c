// expect: bug assertion "first == ETIMEDOUT && second == ETIMEDOUT"
// races: 2
// errors: nan nanf nanl
// A deadline is read when its wait begins: another thread makes it one that is none.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static struct timespec deadline;
static sem_t never;

static void *wait(void *unused)
{
    int first = sem_timedwait(&never, &deadline) ? errno : 0; // RACE
    int second = sem_timedwait(&never, &deadline) ? errno : 0; // RACE
    assert(first == ETIMEDOUT && second == ETIMEDOUT); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, wait, NULL);
    deadline.tv_nsec = -1; // RACE
    pthread_join(t, NULL);
    return 0;
}
