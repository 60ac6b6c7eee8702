// expect: bug crash "segmentation fault"
// A length that was negative: the crash is told at the line of the call.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char source[16];

static void *take(void *unused)
{
    char *buffer = malloc(16);
    memcpy(buffer, source, (size_t)-2); // BUG HERE
    free(buffer);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    pthread_join(t, NULL);
    return 0;
}
