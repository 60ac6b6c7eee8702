// expect: bug assertion "map[0] == 'a'"
// Another thread writes to the file that is mapped.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;

static void *writes(void *unused)
{
    assert(pwrite(fd, "b", 1, 0) == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char name[] = "/tmp/file-XXXXXX";
    fd = mkstemp(name);
    assert(fd >= 0 && unlink(name) == 0 && write(fd, "a", 1) == 1);
    pthread_create(&thread, NULL, writes, NULL);
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert(map[0] == 'a'); // BUG HERE
    pthread_join(thread, NULL);
    return 0;
}
