// expect: verified
// __thread and _Thread_local variables start at their initial values in every thread and are not shared.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static __thread int number = 5;
static _Thread_local struct { long first, second; } zero;
static __thread char text[40] = "start";

static void *work(void *argument)
{
    int add = (int)(long)argument;
    assert(number == 5 && zero.first == 0 && text[0] == 's');
    number += add;
    zero.second = add;
    text[0] = (char)('0' + add);
    sched_yield();
    assert(number == 5 + add && zero.second == add && text[0] == '0' + add);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    work((void *)3L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
