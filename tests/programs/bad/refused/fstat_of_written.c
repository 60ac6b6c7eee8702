// expect: refused "fstat of a file that is written (new.txt)"
// What the disk has of it is not what the program would find.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *unused)
{
    struct stat about;
    int fd = open("new.txt", O_WRONLY | O_CREAT, 0666);
    if (write(fd, "text", 4) != 4)
        return NULL;
    fstat(fd, &about); // BUG HERE
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
