// expect: refused "more than 32 pipes, or half as many pairs of sockets, are not supported"
// Each pipe is closed but the last: those that are gone do not count.
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    for (int i = 0; i < 100; i++) {
        int p[2];
        pipe(p);
        close(p[0]);
        close(p[1]);
    }
    for (int i = 0; i < 33; i++)
        pipe((int[2]){0}); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
