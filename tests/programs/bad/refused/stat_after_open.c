// expect: refused "stat after a file was opened is supported only before the first thread or choice"
// The kernel knows nothing of what is written to files in the search. Before that it is asked.
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *unused)
{
    struct stat about;
    if (stat("/dev/null", &about) != 0)
        return NULL;
    close(open("new.txt", O_WRONLY | O_CREAT, 0666));
    if (stat("/dev/null", &about) != 0) // BUG HERE
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
