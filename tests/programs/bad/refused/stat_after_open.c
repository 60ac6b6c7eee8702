// expect: refused "stat of a file that is written (new.txt) is supported only before the first thread or choice"
// What is written to a file that is not kept is in no state, and so is its size. Of other files the kernel is asked.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *unused)
{
    struct stat about;
    close(open("new.txt", O_WRONLY | O_CREAT, 0666));
    if (stat("/dev/null", &about) != 0)
        return NULL;
    if (stat("new.txt", &about) != 0) // BUG HERE
        return NULL;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
