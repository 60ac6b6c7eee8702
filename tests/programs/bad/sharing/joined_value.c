// expect: bug assertion "!seen"
/* pthread_join writes what the thread returned, where another thread may look. */
#include <assert.h>
#include <pthread.h>

static void *value;
static int seen;

static void *look(void *unused)
{
    (void)unused;
    seen = value != NULL;
    return NULL;
}

static void *return_something(void *unused)
{
    (void)unused;
    return &seen;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, return_something, NULL);
    pthread_join(b, &value);
    pthread_join(a, NULL);
    assert(!seen); // BUG HERE
    return 0;
}
