// expect: verified
// races: 0
// Creating and joining order, over a chain of threads too.
#include <assert.h>
#include <pthread.h>

static int data;

static void *inner(void *unused)
{
    data++;
    return unused;
}

static void *outer(void *unused)
{
    pthread_t t;
    data++;
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    data++;
    return unused;
}

int main(void)
{
    pthread_t t, other;
    data = 1;
    pthread_create(&t, NULL, outer, NULL);
    pthread_create(&other, NULL, (void *(*)(void *))pthread_self, NULL);
    pthread_join(t, NULL);
    assert(data == 4);
    pthread_join(other, NULL);
    return 0;
}
