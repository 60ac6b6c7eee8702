// expect: bug memory "write of 8 bytes in a freed block of 8 bytes (offset 0)"
// What a function of the thread library writes for the program counts like its own writes.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    void **volatile result = malloc(sizeof *result);
    pthread_create(&t, NULL, work, NULL);
    free(result);
    pthread_join(t, result); // BUG HERE
    return 0;
}
