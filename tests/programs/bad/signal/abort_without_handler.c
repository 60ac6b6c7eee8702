// expect: bug abort "the program called abort"
// native: 0
// The handler that would end the program well is perhaps not yet there.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(int number)
{
    (void)number;
    _exit(0);
}

static void *work(void *unused)
{
    usleep(50000);
    if (unused)
        return unused;
    abort(); // BUG HERE
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    signal(SIGABRT, handler);
    pthread_join(t, NULL);
    return 0;
}
