// expect: bug memory "read of 4 bytes in a freed block of 8 bytes (offset 4)"
// The owner does not wait for the reader.
#include <pthread.h>
#include <stdlib.h>

struct pair { int first, second; };
static struct pair *pair;

static void *reader(void *unused)
{
    volatile int seen = pair->second; // BUG HERE
    (void)seen;
    return unused;
}

int main(void)
{
    pthread_t t;
    pair = calloc(1, sizeof *pair);
    pthread_create(&t, NULL, reader, NULL);
    free(pair);
    pthread_join(t, NULL);
    return 0;
}
