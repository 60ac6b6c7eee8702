/* Fails in one order of two threads, where a clock, random bytes or a device have said so: one in four times. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first;
static unsigned number;

static void *run(void *p)
{
    pthread_mutex_lock(&m);
    first = first ? first : 2;
    pthread_mutex_unlock(&m);
    return p;
}

static unsigned draw(const char *how)
{
    unsigned char byte = 0;
    struct timespec now;
    if (strcmp(how, "clock") == 0 && clock_gettime(CLOCK_MONOTONIC, &now) == 0)
        return (unsigned)(now.tv_nsec / 1000);
    int fd = strcmp(how, "device") == 0 ? open("/dev/urandom", O_RDONLY) : -1;
    if (fd >= 0)
        return read(fd, &byte, 1) == 1 ? byte : 0;
    return getrandom(&byte, 1, 0) == 1 ? byte : 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    number = draw(argc > 1 ? argv[1] : "");
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    first = first ? first : 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(first == 1 || number % 4 != 2);
    return 0;
}
