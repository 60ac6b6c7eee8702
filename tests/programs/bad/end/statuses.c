// expect: bug exit-status
// findings: 3
// races: 0
// options: --all
// options: --all --reduction=none
// options: --all --reduction=none -j2
// options: --all --reduction=spor
// options: --all --reduction=sum-sleep
// options: --all --reduction=dlspor
// options: --all --reduction=despor
// options: --all --race=off --reduction=dpor-stateful
// options: --all --race=off --reduction=source-dpor
// options: --all --race=off --reduction=optimal-dpor
// options: --all --search=bfs
// Three statuses other than 0, by return, _exit and quick_exit, beside 0: the ends differ in nothing else.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused)
{
    x = 1;
    x = 2;
    x = 3;
    x = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = x;
    pthread_join(t, NULL);
    if (seen == 2)
        _exit(2);
    if (seen == 3)
        quick_exit(3);
    return seen;
}
