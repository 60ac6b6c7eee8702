/* agree.c - two threads that read two writes see them in one order: all six operations have to be seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b, c, d;

static void *write_x(void *p) { x = 1; return p; }
static void *write_y(void *p) { y = 1; return p; }
static void *read_x(void *p) { a = x; b = y; return p; }
static void *read_y(void *p) { c = y; d = x; return p; }

int main(void)
{
    static void *(*const all[])(void *) = {write_x, write_y, read_x, read_y};
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, all[i], 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(a && !b && c && !d));
    return 0;
}
