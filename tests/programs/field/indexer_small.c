// expect: verified
// Shape: the indexer of Flanagan and Godefroid (POPL 2005): threads enter values into a shared hash table by compare-and-swap
// with linear probing; without collisions no two threads touch the same slot. Known verdict: safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 8, MAX = 2, THREADS = 3 };
static atomic_int table[SIZE];

static void *enter(void *argument)
{
    int tid = (int)(long)argument;
    for (int m = 0; m < MAX; m++) {
        int w = (m + 1) * 11 + tid, h = (w * 7) % SIZE, expected = 0;
        while (!atomic_compare_exchange_strong(&table[h], &expected, w)) {
            h = (h + 1) % SIZE;
            expected = 0;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, enter, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    int used = 0;
    for (int i = 0; i < SIZE; i++)
        used += table[i] != 0;
    assert(used == THREADS * MAX);
    return 0;
}
