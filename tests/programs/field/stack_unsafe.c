// expect: bug assertion "top > 0"
// Shape: SV-COMP, pthread family, stack with the flag that is set after the first push and never cleared: the popper runs the
// stack empty. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
static int stack[SIZE], top, flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        stack[top++] = i;
        flag = 1;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (flag) {
            assert(top > 0); // BUG HERE
            top--;
        }
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
