// expect: unknown "some threads wait while others only poll, thread 1 for a signal: signals from outside are not supported"
// native: endless
// One thread waits for a signal, another for what follows it; main has nothing to do. Nobody waits in vain: but what follows is unexplored.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static sem_t asked;

static void *listener(void *unused)
{
    int number;
    sigwait(&set, &number);
    sem_post(&asked);
    return unused;
}

static void *worker(void *unused)
{
    sem_wait(&asked);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sem_init(&asked, 0, 0);
    pthread_create(&a, NULL, listener, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (;;)
        sleep(1);
}
