// expect: bug assertion "0"
// Peterson's mutual exclusion with the turn given before the flag is set. In the shape of peterson.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); } // BUG HERE

static volatile int flag[2], turn, x;

static void *work(void *argument)
{
    int me = *(int *)argument, other = 1 - me;
    turn = other;
    flag[me] = 1;
    while (flag[other] == 1 && turn == other)
        ;
    x = me;
    if (x != me)
        reach_error();
    flag[me] = 0;
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
