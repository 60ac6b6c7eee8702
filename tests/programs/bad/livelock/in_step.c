// expect: bug livelock
// options: --livelock
// Two threads hand a turn to and fro and leave once they find it elsewhere; two more go round until one has left. It never does if they
// keep in step. In each state of that cycle somebody can leave, so that a reduction need not try anybody else: it would lose it
// (docs/design/reductions-proofs.md).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, other, left;

static void *hand_over(void *argument)
{
    int me = (int)(long)argument;
    while (atomic_load(&turn) == me)
        atomic_store(&turn, 1 - me);
    atomic_store(&left, 1);
    return argument;
}

static void *go_round(void *unused)
{
    while (!atomic_load(&left))
        atomic_fetch_xor(&other, 1);
    return unused;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, hand_over, (void *)i);
    for (int i = 2; i < 4; i++)
        pthread_create(&t[i], NULL, go_round, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
