/* Timers of the kernel beside sleeps: by time that the clocks show, also after an hour of sleep. Correct. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static sem_t *never;

static void tick(int number) { ticks = number; }

static struct timespec soon(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += 20000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

static void *await_timer(void *fd)
{
    uint64_t times;
    assert(read(*(int *)fd, &times, sizeof times) == sizeof times && times == 1);
    return NULL;
}

/* A semaphore that other processes may have waits in the kernel. */
static void *await_nobody(void *none)
{
    struct timespec until = soon(CLOCK_REALTIME);
    assert(sem_timedwait(never, &until) == -1 && errno == ETIMEDOUT);
    return none;
}

static void *sleep_a_bit(void *none)
{
    struct timespec left = {.tv_nsec = 100000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
    return none;
}

int main(void)
{
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    pthread_t one, two, three;
    never = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(never, 1, 0);
    sleep(3600);
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    assert(now.tv_sec - time(NULL) <= 0 && now.tv_sec - time(NULL) >= -1);
    struct itimerspec at = {.it_value = soon(CLOCK_MONOTONIC)};
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL);
    pthread_create(&one, NULL, await_timer, &fd);
    pthread_create(&two, NULL, await_nobody, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 10000}, NULL);
    pthread_create(&three, NULL, sleep_a_bit, NULL);
    pthread_join(three, NULL);
    return ticks != SIGALRM;
}
