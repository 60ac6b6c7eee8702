// expect: bug misuse "once"
// An initializer that needs itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int depth;

static void init(void)
{
    if (depth++ == 0)
        pthread_once(&once, init); // BUG HERE
}

static void *work(void *unused)
{
    pthread_once(&once, init);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
