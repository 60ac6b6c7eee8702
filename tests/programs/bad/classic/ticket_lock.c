// expect: bug assertion "inside == 1"
// options: --endless
// A ticket lock whose ticket is drawn by a load and a store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving, inside;

static void *work(void *unused)
{
    unsigned mine = atomic_load(&next_ticket);
    atomic_store(&next_ticket, mine + 1);
    while (atomic_load(&now_serving) != mine)
        ;
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    atomic_store(&now_serving, mine + 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
