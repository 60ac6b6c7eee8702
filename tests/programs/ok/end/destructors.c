// expect: verified
// Destructors by priority, the last first; one of them registers a handler.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, order;

static void handler(void)
{
    assert(order++ == 1);
}

__attribute__((destructor(300))) static void second(void)
{
    assert(order++ == 2);
}

__attribute__((destructor(200))) static void third(void)
{
    assert(order++ == 3 && count == 2);
}

__attribute__((destructor)) static void first(void)
{
    assert(order++ == 0);
    atexit(handler);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
