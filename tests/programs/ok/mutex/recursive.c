// expect: verified
// A recursive mutex may be taken again by its owner and is free only after the last unlock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int value;

static void add(int depth)
{
    pthread_mutex_lock(&lock);
    if (depth > 0)
        add(depth - 1);
    value++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    int before = value;
    assert(pthread_mutex_trylock(&lock) == 0);
    add(2);
    assert(value == before + 3);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 6);
    return 0;
}
