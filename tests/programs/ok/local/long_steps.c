// expect: verified
// states: 7
// options: -DROUNDS=1000
// options: -DROUNDS=200000
// options: -DROUNDS=200000 -DLIMIT=limit
// options: -DROUNDS=200000 -DLIMIT=*own
// A loop that computes is no step of its own, however often it goes round, and whatever it looks at again and again that does not change.
#include <pthread.h>
#include <stdatomic.h>

#ifndef LIMIT
#define LIMIT ROUNDS
#endif

static atomic_int sum;
long limit; // not static: the compiler would know it

static void *work(void *argument)
{
    int buckets[64] = {0}, *volatile bucket = buckets;
    volatile long rounds = ROUNDS, *own = &rounds;
    (void)own;
    for (long i = 0; i < LIMIT; i++)
        bucket[i & 63] += (int)i;
    atomic_fetch_add(&sum, bucket[3] & 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    limit = ROUNDS;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
