/* A handler leaves sleeps by a jump again and again, at any moment of theirs, beside threads that change places. Correct. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

enum { JUMPS = 100 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sigjmp_buf back;
static atomic_int over;

static void leave(int number) { siglongjmp(back, number); }

static void *work(void *none)
{
    while (!atomic_load(&over)) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        usleep(10);
    }
    return none;
}

int main(void)
{
    sigset_t alarms;
    pthread_t threads[2];
    volatile int jumps = 0;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    signal(SIGALRM, leave);
    if (sigsetjmp(back, 1) != 0)
        jumps++;
    if (jumps < JUMPS) {
        setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 100 + 7 * jumps}, NULL);
        for (;;)
            usleep(20);
    }
    atomic_store(&over, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
