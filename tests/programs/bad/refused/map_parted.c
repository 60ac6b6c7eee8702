// expect: refused "munmap of a part of a file's map"
// Maps of files are given up as a whole.
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *work(void *unused)
{
    char name[] = "/tmp/file-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    write(fd, "abc", 3);
    ftruncate(fd, 8192);
    char *map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
    munmap(map, 4096); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
