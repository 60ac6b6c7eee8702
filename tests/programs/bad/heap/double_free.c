// expect: bug memory "free"
// Both threads see the block and both free it.
#include <pthread.h>
#include <stdlib.h>

static void *block;

static void *release(void *unused)
{
    if (block) {
        free(block); // BUG HERE
        block = NULL;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    block = malloc(8);
    pthread_create(&a, NULL, release, NULL);
    pthread_create(&b, NULL, release, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
