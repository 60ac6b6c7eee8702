// expect: verified
// Main leaves by exit: its frame stays for as long as there is a process.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    (void)*(volatile int *)argument;
    return NULL;
}

int main(void)
{
    int value = 1;
    pthread_t t;
    pthread_create(&t, NULL, work, &value);
    exit(0);
}
