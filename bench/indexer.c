/* indexer.c - the program of Flanagan and Godefroid (POPL 2005): THREADS threads put MESSAGES messages each into a hash table of SIZE
 * cells by compare-and-swap, with linear probing. With few threads for its size no two of them meet. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 12
#endif
#ifndef MESSAGES
#define MESSAGES 4
#endif
#ifndef SIZE
#define SIZE 128
#endif

static atomic_int table[SIZE];

static void *enter(void *argument)
{
    int me = (int)(long)argument;
    for (int i = 1; i <= MESSAGES; i++) {
        int message = i * 11 + me, h = message * 7 % SIZE;
        for (int empty = 0; !atomic_compare_exchange_strong(&table[h], &empty, message); empty = 0)
            h = (h + 1) % SIZE;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int used = 0;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, enter, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < SIZE; i++)
        used += table[i] != 0;
    assert(used == THREADS * MESSAGES);
    return 0;
}
