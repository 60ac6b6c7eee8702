// expect: refused "of a part of a file that is mapped already"
// What is stored at one place of memory is loaded from another.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;
static char *map, *other;

static void *work(void *unused)
{
    map[0]++;
    return unused;
}

int main(void)
{
    char name[] = "/tmp/file-XXXXXX";
    fd = mkstemp(name);
    unlink(name);
    write(fd, "abc", 3);
    map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    other = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0); // BUG HERE
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return other[0] != 'b';
}
