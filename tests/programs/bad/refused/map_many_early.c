// expect: refused "of more than 256 parts"
// Each may be that of a file which is mapped once more.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    char name[] = "/tmp/file-XXXXXX";
    fd = mkstemp(name);
    unlink(name);
    write(fd, "abc", 3);
    for (int i = 0; i < 257; i++)
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0); // BUG HERE
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
