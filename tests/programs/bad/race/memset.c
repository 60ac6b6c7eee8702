// expect: bug assertion "first == last"
// memset against two single reads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[64];

static void *fill(void *unused)
{
    memset(buffer, 'x', sizeof buffer);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    char first = buffer[0];
    char last = buffer[63];
    assert(first == last); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
