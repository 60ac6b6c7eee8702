// expect: refused "opening a path below a directory that was opened in the search"
// The kernel does not know the descriptor.
#include <fcntl.h>
#include <pthread.h>

static void *work(void *unused)
{
    int folder = open("/tmp", O_RDONLY);
    openat(folder, "file", O_RDONLY); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
