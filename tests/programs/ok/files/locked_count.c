// expect: verified
// expect: bug assertion "count == 2"
// options:
// options: -DUNLOCKED
// A number in a file, which two threads count up under its lock: without, one of them is lost.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void *work(void *unused)
{
    int fd = open("count", O_RDWR), count = 0;
#ifndef UNLOCKED
    assert(flock(fd, LOCK_EX) == 0);
#endif
    assert(pread(fd, &count, sizeof count, 0) == sizeof count);
    count++;
    assert(pwrite(fd, &count, sizeof count, 0) == sizeof count);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    int fd = open("count", O_RDWR | O_CREAT | O_TRUNC, 0600), count = 0;
    assert(write(fd, &count, sizeof count) == sizeof count);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    unlink("count");
    assert(pread(fd, &count, sizeof count, 0) == sizeof count);
    assert(count == 2); // BUG HERE
    return 0;
}
