// expect: verified
// options: --race=off
// Dekker's mutual exclusion, waiting in loops. In the shape of dekker.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static volatile int wants[2], turn, x;

static void *work(void *argument)
{
    int me = *(int *)argument, other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
    x = me;
    if (x != me)
        reach_error();
    turn = other;
    wants[me] = 0;
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
