// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// options: --all
// options: --all --reduction=none
// options: --all --visible=all
// findings: 1
// Whatever runs at the end of the process does not lie where main's frame was: what a thread finds there is nobody's.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    assert(*(volatile int *)argument == 1); // BUG HERE
    return NULL;
}

int main(void)
{
    int room[1];
    int value = 1;
    pthread_t t;
    room[0] = 1;
    (void)room[0];
    pthread_create(&t, NULL, work, &value);
    return 0;
}
