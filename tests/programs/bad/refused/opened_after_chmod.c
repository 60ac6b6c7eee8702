// expect: refused "opening a file again whose owner or permissions have changed (new.txt)"
// Whether it may be written still is a matter of rights that nobody has kept.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *unused)
{
    int fd = open("new.txt", O_WRONLY | O_CREAT, 0666);
    fchmod(fd, 0444);
    close(fd);
    open("new.txt", O_WRONLY); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
