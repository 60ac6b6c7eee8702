// expect: refused "opening a file after a standard stream was closed"
// It would get the number of the stream.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    close(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    close(open("/dev/null", O_RDONLY)); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
