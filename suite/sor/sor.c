/* Successive over-relaxation of a red and a black matrix by several threads, each of which has some of the rows.
 *
 * In every iteration the black elements are computed from their red neighbours and then the red from the black. Threads meet at a
 * barrier after each of the two. The bug: the first of them is not there, so that a thread reads black elements of its neighbour's rows
 * that are still those of the iteration before. */
#include <assert.h>
#include <pthread.h>
#include "../include/start.h"

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef ITERATIONS
#define ITERATIONS 3
#endif
#ifndef ROWS
#define ROWS 5 /* without those at the edge */
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif

typedef float matrix[ROWS + 2][COLUMNS + 2];

static matrix red, black;
static pthread_barrier_t barrier;

static void meet(void) { pthread_barrier_wait(&barrier); }

static void set_edges(matrix m)
{
    for (int i = 0; i < ROWS + 2; i++)
        m[i][0] = m[i][COLUMNS + 1] = 1;
    for (int j = 0; j < COLUMNS + 2; j++)
        m[0][j] = m[ROWS + 1][j] = 1;
}

/* A row from the elements above, below, at the same place and beside it: to the right in odd rows, to the left in even ones (of the red
 * matrix the other way round). */
static void relax_row(matrix to, matrix from, int row, int side)
{
    for (int j = 1; j <= COLUMNS; j++)
        to[row][j] = (from[row - 1][j] + from[row + 1][j] + from[row][j] + from[row][j + side]) / 4;
}

static void relax(matrix to, matrix from, int first, int last, int side_of_odd)
{
    for (int row = first; row <= last; row++)
        relax_row(to, from, row, row % 2 ? side_of_odd : -side_of_odd);
}

static void *worker(void *number)
{
    int id = (int)(long)number, first = ROWS * id / WORKERS + 1, last = ROWS * (id + 1) / WORKERS;
    thread_starts();
    for (int i = 0; i < ITERATIONS; i++) {
        relax(black, red, first, last, 1);
#ifdef FIXED
        meet();
#endif
        relax(red, black, first, last, -1);
        meet();
    }
    return NULL;
}

static float sum(matrix m)
{
    float s = 0;
    for (int i = 1; i <= ROWS; i++)
        for (int j = 1; j <= COLUMNS; j++)
            s += m[i][j];
    return s;
}

static float expected(void) /* by one thread, for comparison */
{
    static matrix r, b;
    set_edges(r);
    set_edges(b);
    for (int i = 0; i < ITERATIONS; i++) {
        relax(b, r, 1, ROWS, 1);
        relax(r, b, 1, ROWS, -1);
    }
    return sum(r) + sum(b);
}

int main(void)
{
    pthread_t thread[WORKERS];
    set_edges(red);
    set_edges(black);
    pthread_barrier_init(&barrier, NULL, WORKERS);
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&thread[i], NULL, worker, (void *)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(thread[i], NULL);
    assert(sum(red) + sum(black) == expected()); /* BUG: old elements were used */
    return 0;
}
