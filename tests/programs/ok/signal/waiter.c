// expect: verified
// A thread takes signals for the others, until it is sent the last one; what was done before it was sent is seen.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int reloads, done, data;

static void *take(void *unused)
{
    int number;
    while (sigwait(&set, &number) == 0 && number != SIGTERM)
        reloads++;
    assert(number == SIGTERM && data == 2);
    done = 1;
    return unused;
}

static void *send(void *unused)
{
    assert(kill(getpid(), SIGHUP) == 0);
    return unused;
}

int main(void)
{
    pthread_t taker, sender;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGTERM);
    assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    pthread_create(&taker, NULL, take, NULL);
    pthread_create(&sender, NULL, send, NULL);
    pthread_join(sender, NULL);
    data = 2;
    assert(pthread_kill(taker, SIGTERM) == 0);
    pthread_join(taker, NULL);
    assert(done && reloads <= 1);
    return 0;
}
