// expect: verified
// options: --reduction=none
// options: --reduction=sum
// options: --visible=all
// What a function takes from the stack as it goes stays when functions return that it calls.
#include <assert.h>
#include <pthread.h>

static volatile int length = 4;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) void nothing(int *p)
{
    volatile int value = *p;
    (void)value;
}

static void *work(void *argument)
{
    int *values = argument;
    pthread_mutex_lock(&m);
    values[1]++;
    pthread_mutex_unlock(&m);
    return NULL;
}

static __attribute__((noinline)) void lend(int n)
{
    int values[n];
    pthread_t t;
    values[0] = values[1] = 0;
    pthread_create(&t, NULL, work, values);
    pthread_mutex_lock(&m);
    nothing(&values[1]);
    values[1]++;
    pthread_mutex_unlock(&m);
    nothing(&n);
    pthread_join(t, NULL);
    assert(values[1] == 2);
}

int main(void)
{
    lend(length);
    lend(2 * length);
    return 0;
}
