// expect: verified
// races: 0
// What the routine wrote is there for all who come after.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int data;

static void prepare(void) { data = 1; }

static void *first(void *unused)
{
    pthread_once(&once, prepare);
    assert(data == 1);
    return unused;
}

static void *second(void *unused)
{
    pthread_once(&once, prepare);
    assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
