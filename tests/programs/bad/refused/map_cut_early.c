// expect: refused "since set-up"
// The map of set-up ends with the file: reading it would kill.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *map;

static void *work(void *unused)
{
    ftruncate(fd, 0); // BUG HERE
    return unused;
}

int main(void)
{
    char name[] = "/tmp/file-XXXXXX";
    fd = mkstemp(name);
    unlink(name);
    write(fd, "abc", 3);
    map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return map[0];
}
