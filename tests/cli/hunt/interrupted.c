/* interrupted.c - a signal ends a thread's sleep; then it and the other thread lose an update in some schedules. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int count;

static void hear(int number) { (void)number; }

static void add(void)
{
    int old = count;
    sched_yield();
    count = old + 1;
}

/* Beside the scheduler, so that signals come at the same moment each time. */
static void really_wait(void)
{
    struct timespec span = {.tv_nsec = 8000000};
    syscall(SYS_nanosleep, &span, 0);
}

static void *sleeper(void *none)
{
    sleep(1000);
    add();
    return none;
}

int main(void)
{
    pthread_t t;
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = hear}, NULL);
    pthread_create(&t, NULL, sleeper, NULL);
    usleep(1000);
    really_wait(); /* the other one sleeps now */
    pthread_kill(t, SIGUSR1);
    really_wait();
    for (int i = 0; i < 3; i++)
        sched_yield();
    add();
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
