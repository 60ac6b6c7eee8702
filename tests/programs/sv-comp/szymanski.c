// expect: verified
// options: --race=off
// Szymanski's mutual exclusion for two threads, with waiting as assumptions. In the shape of szymanski.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }
extern void __VERIFIER_assume(int);

static int flag[2], x;

static void enter(int me)
{
    int other = 1 - me;
    flag[me] = 1;
    __VERIFIER_assume(flag[other] < 3);
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        __VERIFIER_assume(flag[other] == 4);
    }
    flag[me] = 4;
    if (me == 1)
        __VERIFIER_assume(flag[other] < 2);
}

static void leave(int me)
{
    int other = 1 - me;
    if (me == 0)
        __VERIFIER_assume(flag[other] < 2 || flag[other] > 3);
    flag[me] = 0;
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    enter(me);
    x = me;
    if (x != me)
        reach_error();
    leave(me);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
