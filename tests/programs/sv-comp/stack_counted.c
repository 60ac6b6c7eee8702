// expect: covered "__VERIFIER_nondet_"
// The same stack with its number of elements tested under the lock: nothing is wrong, but not all inputs were tried.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }
extern unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 2, EMPTY = -1 };
static int elements[SIZE], top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (top == SIZE)
            reach_error();
        elements[top++] = (int)(__VERIFIER_nondet_uint() % 3);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (top > 0 && elements[--top] == EMPTY)
            reach_error();
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
