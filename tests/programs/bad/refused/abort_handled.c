// expect: refused "abort with a handler of SIGABRT is not supported"
// native: 0
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
    signal(SIGABRT, handler);
    if (unused)
        return unused;
    abort(); // BUG HERE
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
