// expect: verified
// native: endless
// Two threads hand a turn to each other for ever: the state space is a cycle.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int inside;

static void *player(void *argument)
{
    int me = (int)(long)argument;
    for (;;) {
        while (atomic_load(&turn) != me)
            ;
        assert(inside++ == 0);
        inside--;
        atomic_store(&turn, 1 - me);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, player, (void *)1L);
    player((void *)0L);
    return 0;
}
