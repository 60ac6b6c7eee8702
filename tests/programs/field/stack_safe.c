// expect: verified
// Shape: SV-COMP, pthread family, stack: push and pop under a lock, pop only if something is there. Known verdict: safe.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };
static int stack[SIZE], top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        assert(top < SIZE);
        stack[top++] = i;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (top > 0)
            assert(stack[--top] < SIZE);
        assert(top >= 0);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
