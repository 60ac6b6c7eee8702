// expect: bug crash "the program raised signal 15"
// A signal that was sent while it was blocked acts when it is unblocked, unless another thread was faster to take it.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *take(void *unused)
{
    struct timespec limit = {0, 0};
    sigtimedwait(&set, NULL, &limit);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGTERM);
    pthread_create(&t, NULL, take, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
