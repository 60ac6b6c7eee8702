// expect: bug memory "write of 4 bytes before a block of 40 bytes (offset -4)"
// A stack that is popped when it is empty.
#include <pthread.h>
#include <stdlib.h>

static volatile int *items;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pop(void *unused)
{
    pthread_mutex_lock(&lock);
    items[--count] = 0; // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    items = calloc(10, sizeof *items);
    items[count++] = 7;
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free((void *)items);
    return 0;
}
