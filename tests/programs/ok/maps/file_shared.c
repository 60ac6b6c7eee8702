// expect: verified
// A file that is mapped to be shared: what threads store there is read from the file, and what is written to the file is loaded from
// there, also in pages that the file gets later. The map stays when the descriptor is closed and the name removed.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *map;

static void *nothing(void *unused)
{
    return unused;
}

static void *writes(void *unused)
{
    assert(pwrite(fd, "two", 3, 4) == 3);
    assert(ftruncate(fd, 5000) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char bytes[16] = "", name[] = "/tmp/file-XXXXXX";
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    fd = mkstemp(name);
    assert(fd >= 0 && write(fd, "one", 3) == 3);
    map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(map != MAP_FAILED && memcmp(map, "one", 4) == 0);
    map[1] = 'N';
    assert(pread(fd, bytes, 16, 0) == 3 && memcmp(bytes, "oNe", 3) == 0);
    pthread_create(&thread, NULL, writes, NULL);
    map[2] = 'E';
    pthread_join(thread, NULL);
    assert(memcmp(map, "oNE\0two", 8) == 0);
    map[4999] = 'z'; /* in a page that was not there */
    assert(msync(map, 8192, MS_SYNC) == 0 && msync(map, 8192, MS_SYNC | MS_ASYNC) == -1 && errno == EINVAL);
    assert(pread(fd, bytes, 16, 4998) == 2 && bytes[1] == 'z');
    assert(mmap(NULL, 8192, PROT_READ, MAP_SHARED, -1, 0) == MAP_FAILED && errno == EBADF);
    int reading = open(name, O_RDONLY);
    assert(mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, reading, 0) == MAP_FAILED && errno == EACCES);
    char *copy = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, reading, 4096);
    assert(copy != MAP_FAILED && copy[4999 - 4096] == 'z');
    copy[0] = 'q';
    assert(map[4096] == 0 && close(reading) == 0 && munmap(copy, 4096) == 0);
    assert(unlink(name) == 0 && close(fd) == 0 && map[0] == 'o');
    assert(munmap(map, 8192) == 0);
    return 0;
}
