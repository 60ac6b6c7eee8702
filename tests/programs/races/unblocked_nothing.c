// expect: verified
// races: 1
// To unblock signals orders nobody if none is taken.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static sigset_t set;
static atomic_int sent;
int data;

static void *worker(void *unused)
{
    if (atomic_load_explicit(&sent, memory_order_relaxed)) {
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
        data = 2; // RACE
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t other;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigemptyset(&other);
    sigaddset(&other, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &other, NULL);
    pthread_create(&t, NULL, worker, NULL);
    data = 1; // RACE
    pthread_kill(t, SIGUSR2);
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
