// expect: refused "ignoring a signal that was sent already is not supported"
// options: -DIGNORE
// options: -DACTION
// native: endless
// Whether the signal is there when it is ignored depends on who comes first: the one who takes it, or the one who ignores it.
#include <mazurka.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *takes(void *unused)
{
    int number;
    sigwait(&set, &number);
    return unused;
}

static void *ignores(void *unused)
{
    mz_yield();
#ifdef IGNORE
    signal(SIGUSR2, SIG_IGN);
#else
    struct sigaction action = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGUSR2, &action, &before);
#endif
    return unused;
}

int main(void)
{
    pthread_t t[2];
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR2);
    pthread_create(&t[0], NULL, takes, NULL);
    pthread_create(&t[1], NULL, ignores, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
