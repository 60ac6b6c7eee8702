// expect: verified
// stdin: in
// One thread has stdin and stdout for itself, and closes them when it is done; the other prints to stderr all the while.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int points;

static void point(void)
{
    pthread_mutex_lock(&lock);
    points++;
    pthread_mutex_unlock(&lock);
}

static int fails(long result)
{
    return result == -1 && errno == EBADF;
}

static void *copies(void *unused)
{
    char text[3] = "";
    struct stat status;
    assert(read(0, text, 2) == 2 && write(1, text, 2) == 2 && fstat(0, &status) == 0);
    point();
    assert(close(0) == 0 && fails(close(0)) && fails(read(0, text, 1)) && fails(fstat(0, &status)));
    point();
    assert(fclose(stdout) == 0 && fails(write(1, text, 1)));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, copies, NULL);
    fputs("still here\n", stderr);
    point();
    assert(fprintf(stderr, "%d\n", 1) == 2);
    pthread_join(t, NULL);
    assert(fails(write(1, "", 1)) && fails(close(1)) && write(2, "end\n", 4) == 4);
    return 0;
}
