// expect: refused "changing attributes of a file that the program does not write (/dev/null) is supported only before the first thread"
// Set-up may do it; later it could not be taken back.
#include <pthread.h>
#include <sys/stat.h>

static void *work(void *unused)
{
    chmod("/dev/null", 0666); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
