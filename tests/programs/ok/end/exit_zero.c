// expect: verified
// options: --exit-status
// exit and _Exit with status 0 are fine; so are atexit handlers.
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>

static int handled;

static void handler(void) { handled++; }

static void *work(void *unused)
{
    switch (mz_choose(3)) {
    case 0: exit(0);
    case 1: _Exit(0);
    default: return unused;
    }
}

int main(void)
{
    pthread_t t;
    atexit(handler);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
