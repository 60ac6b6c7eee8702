// expect: bug assertion "shared != 1"
// only: -O0
/* What a copy reads counts as used by its thread also when what it writes is known to be shared: the writer's two
 * assignments are not one step. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static long shared, source;

static void *copy(void *unused)
{
    (void)unused;
    shared = 3;
    shared = 4;
    memcpy(&shared, &source, sizeof source);
    return NULL;
}

static void *change(void *unused)
{
    (void)unused;
    source = 1;
    source = 2;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, copy, NULL);
    pthread_create(&b, NULL, change, NULL);
    shared = 5;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(shared != 1); // BUG HERE
    return 0;
}
