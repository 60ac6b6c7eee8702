// expect: refused "select of a descriptor that is no file, pipe, eventfd or socket pair is not supported"
// When a device is ready is not known.
#include <fcntl.h>
#include <pthread.h>
#include <sys/select.h>

static int fd;

static void *work(void *unused)
{
    fd_set in;
    FD_ZERO(&in);
    FD_SET(fd, &in);
    select(fd + 1, &in, NULL, NULL, &(struct timeval){1, 0}); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    fd = open("/dev/zero", O_RDONLY);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
