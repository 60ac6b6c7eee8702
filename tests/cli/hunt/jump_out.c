/* A handler leaves a sleep by a jump, beside other threads. Correct. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { ROUNDS = 5 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sigjmp_buf back;
static int count;

static void leave(int number) { siglongjmp(back, number); }

static void add_one(void)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}

static void *add(void *none)
{
    for (int i = 0; i < ROUNDS; i++, usleep(4000))
        add_one();
    return none;
}

int main(void)
{
    sigset_t alarms;
    pthread_t thread;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    pthread_create(&thread, NULL, add, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    signal(SIGALRM, leave);
    if (sigsetjmp(back, 1) == 0) {
        setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 10000}, NULL);
        sleep(100);
    }
    for (int i = 0; i < ROUNDS; i++)
        add_one();
    pthread_join(thread, NULL);
    return count != 2 * ROUNDS;
}
