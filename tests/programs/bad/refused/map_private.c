// expect: refused "writing one that is mapped privately"
// Whether a private map shows what is written to the file is not said.
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
    volatile char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    pwrite(fd, "x", 1, 0); // BUG HERE
    (void)map[0];
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
