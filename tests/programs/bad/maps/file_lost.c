// expect: bug assertion "byte == 'c'"
// One thread stores in the map what another has read from the file before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *map;

static void *increments(void *unused)
{
    char byte;
    assert(pread(fd, &byte, 1, 0) == 1);
    byte++;
    assert(pwrite(fd, &byte, 1, 0) == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    char name[] = "/tmp/file-XXXXXX", byte;
    fd = mkstemp(name);
    assert(fd >= 0 && unlink(name) == 0 && write(fd, "a", 1) == 1);
    pthread_create(&a, NULL, increments, NULL);
    pthread_create(&b, NULL, increments, NULL);
    map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    byte = map[0];
    assert(byte == 'c'); // BUG HERE
    return 0;
}
