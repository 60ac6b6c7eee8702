// expect: verified
// Lock coupling along three cells: always at least one lock held, always in the same order, no deadlock.
#include <assert.h>
#include <pthread.h>

enum { CELLS = 3 };
static struct { pthread_mutex_t lock; int visits; } cell[CELLS];

static void *walk(void *unused)
{
    pthread_mutex_lock(&cell[0].lock);
    for (int i = 0; i < CELLS; i++) {
        cell[i].visits++;
        if (i + 1 < CELLS)
            pthread_mutex_lock(&cell[i + 1].lock);
        pthread_mutex_unlock(&cell[i].lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < CELLS; i++)
        pthread_mutex_init(&cell[i].lock, NULL);
    pthread_create(&a, NULL, walk, NULL);
    pthread_create(&b, NULL, walk, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < CELLS; i++)
        assert(cell[i].visits == 2);
    return 0;
}
