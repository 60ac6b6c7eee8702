// expect: bug memory "thread-local storage of an ended thread (thread 1)"
#include <pthread.h>

static __thread volatile int mine;
static volatile int *volatile address;

static void *work(void *unused)
{
    mine = 1;
    address = &mine;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    *address = 2; // BUG HERE
    return 0;
}
