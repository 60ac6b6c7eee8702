// expect: verified
// options: --search=dfs
// options: --search=dfs --reduction=sum
// options: --search=dfs --reduction=spor
// options: --search=bfs
// options: --waiting=step
// A ticket lock with yields in its loop: whoever waits is blocked until the owner goes on.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_uint next, owner;
static int inside;

static void *work(void *unused)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    while (owner != mine)
        sched_yield();
    assert(++inside == 1);
    inside--;
    owner++;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
