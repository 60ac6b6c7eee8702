// expect: bug crash "the program raised signal 10"
// expect: refused "unblocking several signals that were sent is not supported"
// options: -DONE
// options: -DTWO
// native: 138
// A signal that is sent while it is blocked acts when it is unblocked, also where no other thread looks at the mask.
#include <pthread.h>
#include <signal.h>

#ifdef TWO
#define OTHER SIGUSR2
#else
#define OTHER SIGUSR1
#endif

static void *work(void *unused)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, OTHER);
    raise(SIGUSR1);
    raise(OTHER);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); // BUG HERE
    return unused;
}

int main(void)
{
    sigset_t set;
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, OTHER);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
