/* A stencil in phases with a barrier. BUG: one buffer is swapped by everybody: the second barrier is missing. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define N 4
#define THREADS 2
#define PHASES 2
static double grid[2][N + 2];
static int now;
static pthread_barrier_t barrier;

static void *worker(void *number)
{
    long me = (long)number, first = 1 + me * N / THREADS, last = first + N / THREADS;
    for (int phase = 0; phase < PHASES; phase++) {
        for (long i = first; i < last; i++)
            grid[1 - now][i] = (grid[now][i - 1] + grid[now][i + 1]) / 2;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            now = 1 - now;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    grid[0][0] = grid[1][0] = 16;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(grid[now][2] == 4);
    return 0;
}
