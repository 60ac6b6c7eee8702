/* indexer.c - each of THREADS threads puts four keys into a hash table; few of them want the same cell. An example of "Dynamic
 * partial-order reduction for model checking software" (Flanagan, Godefroid), written from its description. */
#include <pthread.h>
#include <stdatomic.h>

enum { CELLS = 128, KEYS = 4 };

static atomic_int table[CELLS];

static void *put(void *argument)
{
    int number = (int)(long)argument;
    for (int i = 1; i <= KEYS; i++) {
        int key = i * 11 + number, cell = key * 7 % CELLS, expected = 0;
        while (!atomic_compare_exchange_strong(&table[cell], &expected, key)) {
            cell = (cell + 1) % CELLS;
            expected = 0;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, put, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
