// expect: bug assertion "taken_by[0] != TAKEN"
// options: -DTAKEN=0
// options: -DTAKEN=1
// native: endless
// A signal that waits for the process is taken by whoever unblocks it first.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static __thread int handled;
static int taken_by[2];
static sigset_t set;

static void handler(int number)
{
    handled = number != 0;
}

static void *unblocks(void *index)
{
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    taken_by[(long)index] = handled;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR2, handler);
    kill(getpid(), SIGUSR2);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, unblocks, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(taken_by[0] != TAKEN); // BUG HERE
    return 0;
}
