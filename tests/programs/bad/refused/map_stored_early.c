// expect: refused "reading a file that is mapped"
// What is stored in the map of set-up is read from the file.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *map, got;

static void *work(void *unused)
{
    map[0] = 7;
    pread(fd, &got, 1, 0); // BUG HERE
    return unused;
}

int main(void)
{
    char name[] = "/tmp/file-XXXXXX";
    fd = mkstemp(name);
    unlink(name);
    write(fd, "abc", 3);
    map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return got != 7;
}
