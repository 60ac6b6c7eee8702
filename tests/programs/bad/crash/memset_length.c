// expect: bug crash "segmentation fault"
// A length that was negative: the crash is told at the line of the call.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *clear(void *unused)
{
    char *buffer = malloc(16);
    memset(buffer, 0, (size_t)-1); // BUG HERE
    free(buffer);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, clear, NULL);
    pthread_join(t, NULL);
    return 0;
}
