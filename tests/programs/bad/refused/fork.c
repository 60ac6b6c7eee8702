// expect: refused "fork"
// A process of many threads cannot be followed through fork.
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    if (fork() == 0) // BUG HERE
        _exit(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
