// expect: bug assertion
// Two threads that sleep at the same time: what passes is the longer time, or up to the sum, if one begins late.
// options: --all
// options: --all --reduction=none
// options: --all --reduction=sum-sleep
// findings: 2
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *nap(void *unused)
{
    sleep(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    time_t begin = time(NULL);
    pthread_create(&t, NULL, nap, NULL);
    sleep(3);
    pthread_join(t, NULL);
    long passed = (long)(time(NULL) - begin);
    assert(passed != 3); // BUG HERE
    assert(passed != 4); // OR HERE
    return 0;
}
