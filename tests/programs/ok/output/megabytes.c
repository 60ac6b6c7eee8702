// expect: verified
// Four megabytes of output in all, by two threads.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char line[1024];

static void *work(void *unused)
{
    for (int i = 0; i < 2048; i++)
        puts(line);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    memset(line, 'x', sizeof line - 1);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
