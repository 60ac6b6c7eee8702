/* foreign.c - CALLS calls of a function without hooks (library.c), by a program that has touched KILOBYTES of memory. */
#include <pthread.h>
#include <string.h>

#ifndef KILOBYTES
#define KILOBYTES 64
#endif
#ifndef CALLS
#define CALLS 2000
#endif

int library_count(int *counter);

static char touched[KILOBYTES * 1024];
static int counter;

static void *work(void *unused)
{
    for (int i = 0; i < CALLS; i++)
        library_count(&counter);
    return unused;
}

int main(void)
{
    pthread_t thread;
    memset(touched, 1, sizeof touched);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
