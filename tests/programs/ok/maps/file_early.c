// expect: verified
// A file that set-up has mapped is read; others are written, and so is one that is mapped no longer.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int mapped, written, unmapped;
static char *map;

static int file_with(const char *bytes)
{
    char name[] = "/tmp/file-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    assert(write(fd, bytes, 4) == 4);
    return fd;
}

static void *work(void *unused)
{
    char got[4] = "";
    assert(pread(mapped, got, 4, 0) == 4 && got[0] == map[0]);
    assert(pwrite(written, "Z", 1, 1) == 1 && pread(written, got, 4, 0) == 4 && got[1] == 'Z');
    assert(ftruncate(unmapped, 2) == 0 && lseek(unmapped, 0, SEEK_END) == 2);
    return unused;
}

int main(void)
{
    mapped = file_with("abcd");
    written = file_with("efgh");
    unmapped = file_with("ijkl");
    map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, mapped, 0);
    char *gone = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, unmapped, 0);
    assert(mmap(NULL, 4096, PROT_READ, MAP_SHARED, -1, 0) == MAP_FAILED);
    munmap(gone, 4096);
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
