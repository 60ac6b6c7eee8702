// expect: bug memory "free of an address on a stack"
// native: 134
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block)
{
    free(block); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int local = 1;
    pthread_create(&t, NULL, work, &local);
    pthread_join(t, NULL);
    return 0;
}
