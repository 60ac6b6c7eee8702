// expect: bug assertion "copy"
// memcpy of a small buffer that another thread is filling with single stores.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[8];

static void *fill(void *unused)
{
    buffer[0] = 'x';
    buffer[7] = 'x';
    return unused;
}

int main(void)
{
    pthread_t t;
    char copy[8];
    pthread_create(&t, NULL, fill, NULL);
    memcpy(copy, buffer, sizeof copy);
    assert(copy[0] == copy[7]); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
