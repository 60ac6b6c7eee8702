// expect: verified
// Threads enter messages into a hash table, each slot taken by compare-and-swap in a function that is atomic by its name. No two
// of the messages collide here. In the shape of indexer.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

enum { THREADS = 2, MESSAGES = 2, SLOTS = 16 };
static int table[SLOTS];

static int __VERIFIER_atomic_cas(int *slot, int old, int new)
{
    if (*slot != old)
        return 0;
    *slot = new;
    return 1;
}

static void *index_messages(void *argument)
{
    int id = *(int *)argument;
    for (int n = 1; n <= MESSAGES; n++) {
        int message = n * 11 + id, slot = message * 7 % SLOTS;
        while (__VERIFIER_atomic_cas(&table[slot], 0, message) == 0) {
            slot = (slot + 1) % SLOTS;
            if (slot < 0)
                reach_error();
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    int id[THREADS], found = 0;
    for (int i = 0; i < THREADS; i++) {
        id[i] = i;
        pthread_create(&thread[i], NULL, index_messages, &id[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < SLOTS; i++)
        found += table[i] != 0;
    if (found != THREADS * MESSAGES)
        reach_error();
    return 0;
}
