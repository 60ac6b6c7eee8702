// expect: bug crash
// only: -O0
// A pointer is tested and then read again: in between it may have become NULL. (Optimized, the second read is gone.)
#include <pthread.h>
#include <stddef.h>

static int target = 1;
static int *pointer = &target;

static void *closer(void *unused)
{
    pointer = NULL;
    return unused;
}

int main(void)
{
    pthread_t t;
    int value = 0;
    pthread_create(&t, NULL, closer, NULL);
    if (pointer)
        value = *pointer; // BUG HERE
    pthread_join(t, NULL);
    return value > 1;
}
