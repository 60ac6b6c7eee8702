// expect: verified
// A descriptor that set-up has left is closed by one thread: whether the other can ask about it depends on who comes first.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd, could, could_not;

static void *ask(void *unused)
{
    struct stat status;
    if (fstat(fd, &status) == 0)
        could = 1;
    else
        could_not = errno == EBADF;
    return unused;
}

int main(void)
{
    pthread_t t;
    fd = open(__FILE__, O_RDONLY);
    pthread_create(&t, NULL, ask, NULL);
    assert(close(fd) == 0);
    pthread_join(t, NULL);
    assert(could != could_not);
    assert(open(__FILE__, O_RDONLY) == fd);
    return 0;
}
