// expect: bug assertion "served"
// Two endless clients of a ticket lock; the fault shows only in the seventh round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ticket, served;

static void *client(void *unused)
{
    while (1) {
        int mine = atomic_fetch_add(&ticket, 1) % 4;
        while (atomic_load(&served) % 4 != mine)
            ;
        assert(served < 6); // BUG HERE
        atomic_fetch_add(&served, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, client, NULL);
    client(NULL);
    return 0;
}
