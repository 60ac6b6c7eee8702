// expect: bug memory "read"
// A page behind the end of the file that is mapped: SIGBUS.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *work(void *unused)
{
    char name[] = "/tmp/file-XXXXXX";
    int fd = mkstemp(name);
    assert(fd >= 0 && write(fd, "a", 1) == 1 && unlink(name) == 0);
    volatile char *map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
    (void)map[4095];
    (void)map[4096]; // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
