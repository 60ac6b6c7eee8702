// expect: bug assertion "value == 2"
// stdout: first 1
// stdout: second 1
// What the program printed on its way to the fault comes out of the replay.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int value;

static void *work(void *unused)
{
    value = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    printf("first %d\n", value);
    fflush(stdout);
    printf("second %d\n", value);
    assert(value == 2); // BUG HERE
    return 0;
}
