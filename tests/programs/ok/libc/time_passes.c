// expect: verified
// options:
// options: --reduction=none
// options: --race=off --reduction=optimal-dpor
// A sleep takes as long as was asked for, and a wait that times out ends at its deadline, by every clock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t sem;

static struct timespec by(clockid_t clock, long milliseconds)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += milliseconds * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static int is_over(clockid_t clock, struct timespec t)
{
    struct timespec now = by(clock, 0);
    return now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec);
}

static void *holder(void *unused)
{
    pthread_mutex_lock(&held);
    struct timespec end = by(CLOCK_REALTIME, 20);
    pthread_mutex_lock(&lock);
    while (pthread_cond_timedwait(&never, &lock, &end) == 0)
        ;
    pthread_mutex_unlock(&lock);
    assert(is_over(CLOCK_REALTIME, end));
    pthread_mutex_unlock(&held);
    return unused;
}

int main(void)
{
    struct timespec end = by(CLOCK_MONOTONIC, 3);
    struct timeval before, after;
    time_t then = time(NULL);
    gettimeofday(&before, NULL);
    usleep(3000);
    assert(is_over(CLOCK_MONOTONIC, end));
    end = by(CLOCK_MONOTONIC, 3);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
    assert(is_over(CLOCK_MONOTONIC, end));
    poll(NULL, 0, 2);
    thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    gettimeofday(&after, NULL);
    assert((after.tv_sec - before.tv_sec) * 1000000 + after.tv_usec - before.tv_usec >= 9000);
    sleep(1);
    assert(time(NULL) >= then + 1);
    sem_init(&sem, 0, 0);
    end = by(CLOCK_REALTIME, 5);
    assert(sem_timedwait(&sem, &end) == -1 && errno == ETIMEDOUT && is_over(CLOCK_REALTIME, end));
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    end = by(CLOCK_REALTIME, 5);
    if (pthread_mutex_timedlock(&held, &end) == 0)
        pthread_mutex_unlock(&held);
    else
        assert(is_over(CLOCK_REALTIME, end));
    end = by(CLOCK_REALTIME, 5);
    if (pthread_timedjoin_np(t, NULL, &end) != 0) {
        assert(is_over(CLOCK_REALTIME, end));
        pthread_join(t, NULL);
    }
    return 0;
}
