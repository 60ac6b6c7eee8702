// expect: bug deadlock "thread 1 waits in descriptor read"
// native: endless
// Closing a descriptor does not wake up who reads from it: the reader waits for ever if it came first.
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *reader(void *unused)
{
    char c;
    read(p[0], &c, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pipe(p);
    pthread_create(&t, NULL, reader, NULL);
    usleep(100000);
    close(p[0]);
    pthread_join(t, NULL); // BUG HERE
    return 0;
}
