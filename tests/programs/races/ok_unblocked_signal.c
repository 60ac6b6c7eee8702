// expect: verified
// races: 0
// A handler that runs when a signal is unblocked is ordered after who has sent it.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static sigset_t set;
static atomic_int sent;
static int data;

static void handler(int number)
{
    (void)number;
    data++;
}

static void *worker(void *unused)
{
    if (atomic_load_explicit(&sent, memory_order_relaxed))
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, worker, NULL);
    data = 1;
    pthread_kill(t, SIGUSR1);
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
