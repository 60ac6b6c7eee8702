// expect: refused "or cutting one that is mapped"
// What lies in the map behind the new end of the file is gone then.
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
    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ftruncate(fd, 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
