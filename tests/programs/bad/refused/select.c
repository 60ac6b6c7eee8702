// expect: refused "select is not supported"
// It is a sleep only where there is nothing to wait for.
#include <pthread.h>
#include <sys/select.h>

static void *work(void *unused)
{
    fd_set in;
    FD_ZERO(&in);
    FD_SET(0, &in);
    select(1, &in, NULL, NULL, &(struct timeval){1, 0}); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
