// expect: refused "mprotect of a file's map"
// Maps of files are as they were made.
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
    mprotect(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), 4096, PROT_READ); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
