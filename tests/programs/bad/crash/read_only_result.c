// expect: bug crash "segmentation fault"
// options: --all
// options: --all -DTHREAD
// options: --all -DTIMER
// options: --all -DWAIT
// options: --all -DRANDOM
// findings: 1
// A call that crashes because it cannot store its result has done nothing that others notice before.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const uint64_t fixed[32] = {1};
static void *nowhere = (void *)&fixed;
static int started;

static void *start(void *unused)
{
    __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *crash(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
#if defined THREAD
    pthread_create(nowhere, NULL, start, NULL); // BUG HERE
#elif defined TIMER
    timer_create(CLOCK_REALTIME, NULL, nowhere); // OR HERE
#elif defined WAIT
    sigwait(&set, nowhere); // OR HERE
#elif defined RANDOM
    getrandom(nowhere, 8, 0); // OR HERE
#else
    pthread_key_create(nowhere, NULL); // OR HERE
#endif
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_t key = 0;
    timer_t timer = 0;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_create(&t, NULL, crash, NULL);
    assert(started == 0);
#ifdef TIMER
    timer_create(CLOCK_REALTIME, NULL, &timer);
    assert(timer == 0);
#elif defined WAIT
    sigset_t sent;
    sigpending(&sent);
    assert(sigismember(&sent, SIGUSR1));
#else
    pthread_key_create(&key, NULL);
    assert(key == 0);
#endif
    pthread_join(t, NULL);
    return 0;
}
