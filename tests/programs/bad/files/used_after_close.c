// expect: bug memory "in a freed block"
// One thread closes the stream that the other still reads.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *work(void *unused)
{
    fgetc(file); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    file = fopen(__FILE__, "r");
    pthread_create(&t, NULL, work, NULL);
    fclose(file); // OR HERE
    pthread_join(t, NULL);
    return 0;
}
