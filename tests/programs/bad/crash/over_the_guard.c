// expect: bug any
// Frames that are larger than the guard below a stack: sp may jump over it, into the stack of another thread. What is found besides
// must not depend on it.
// options: --all
// options: --all --dead-values=keep
// options: --all --reduction=none
// findings: 2
#include <assert.h>
#include <pthread.h>

static int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int down(int n)
{
    volatile char room[100000];
    room[(unsigned)n % sizeof room] = (char)n; // any of them: clang -O1 keeps no room for what is not used
    return down(n + 1) + room[0];
}

static void *overflow(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    down(1);
    return unused;
}

static void *set(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, overflow, NULL);
    pthread_create(&b, NULL, set, NULL);
    assert(flag == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
