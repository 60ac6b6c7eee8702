// expect: bug abort "the program called abort"
// native: 134
// The handler of SIGABRT runs, although the signal is blocked, and returns: the program dies all the same.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int handled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number)
{
    pthread_mutex_lock(&lock);
    assert(number == SIGABRT && handled == 0);
    handled = 1;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGABRT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (unused)
        return unused;
    abort(); // BUG HERE
}

int main(void)
{
    pthread_t t;
    signal(SIGABRT, handler);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
