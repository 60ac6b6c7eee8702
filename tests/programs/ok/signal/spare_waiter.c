// expect: verified
// Nobody sends what a thread waits for. The program ends without it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static sigset_t set;
static atomic_int n;

static void *take(void *unused)
{
    int number;
    sigwait(&set, &number);
    assert(0);
    return unused;
}

static void *work(void *unused)
{
    n++;
    return unused;
}

int main(void)
{
    pthread_t taker, worker;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&taker, NULL, take, NULL);
    pthread_create(&worker, NULL, work, NULL);
    n++;
    pthread_join(worker, NULL);
    assert(n == 2);
    return 0;
}
