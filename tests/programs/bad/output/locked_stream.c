// expect: bug deadlock ""
// options:
// options: --reduction=none
// native: endless
// A function of stdio waits for the lock of its stream, like everybody.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *printer(void *unused)
{
    pthread_mutex_lock(&lock);
    usleep(50000);
    printf("hello\n"); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, printer, NULL);
    usleep(10000);
    flockfile(stdout);
    pthread_mutex_lock(&lock); // OR HERE
    pthread_mutex_unlock(&lock);
    funlockfile(stdout);
    pthread_join(t, NULL);
    return 0;
}
