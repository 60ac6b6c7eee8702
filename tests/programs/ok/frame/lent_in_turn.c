// expect: verified
// options: --reduction=none
// options: --reduction=sum
// options: --visible=all
// A function lends a local and takes it back before it returns, time and again.
#include <assert.h>
#include <pthread.h>

static int *lent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void lend(int *p)
{
    pthread_mutex_lock(&m);
    lent = p;
    pthread_mutex_unlock(&m);
}

static __attribute__((noinline)) int turn(void)
{
    int value = 1;
    lend(&value);
    lend(NULL);
    return value;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    if (lent)
        ++*lent;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int sum = turn();
    sum += turn();
    pthread_join(t, NULL);
    assert(sum == 2 || sum == 3);
    return 0;
}
