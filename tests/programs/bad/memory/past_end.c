// expect: bug memory "write of 4 bytes past the end of a block of 12 bytes (offset 12)"
// One too many.
#include <pthread.h>
#include <stdlib.h>

static void *fill(void *unused)
{
    volatile int *numbers = malloc(3 * sizeof(int));
    for (int i = 0; i <= 3; i++)
        numbers[i] = i; // BUG HERE
    free((void *)numbers);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    pthread_join(t, NULL);
    return 0;
}
