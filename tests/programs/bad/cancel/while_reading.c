// expect: bug deadlock "lock"
// native: endless
// A thread is cancelled in read and leaves its mutex locked.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *file)
{
    char line[80];
    pthread_mutex_lock(&lock);
    if (read(*(int *)file, line, sizeof line) > 0)
        line[0] = '\0';
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int file = open(__FILE__, O_RDONLY);
    pthread_create(&t, NULL, reader, &file);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock); // BUG HERE
    pthread_mutex_unlock(&lock);
    return 0;
}
