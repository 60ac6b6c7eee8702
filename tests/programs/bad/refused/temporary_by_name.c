// expect: refused "opening a temporary file by its name"
// Two descriptors of one file that is written: what one writes the other would have to see.
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *unused)
{
    char name[] = "/tmp/temporary_XXXXXX";
    int fd = mkstemp(name);
    int again = open(name, O_WRONLY); // BUG HERE
    close(again);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
