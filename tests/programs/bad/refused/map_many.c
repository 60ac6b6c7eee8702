// expect: refused "or of more than 16 parts, is not supported"
// The table of maps of files is full.
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
    ftruncate(fd, 17 * 4096);
    for (int i = 0; i < 17; i++)
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, i * 4096); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
