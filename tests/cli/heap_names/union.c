/* Members of unions that lie in one place: the one that the source names is meant. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

union value {
    long number;
    double real;
    const char *text;
    struct {
        short low, high;
    } parts;
};
struct cell {
    int kind;
    union value v;
};
static union value shared;
static struct cell *cell;
static char *arena;

static void *work(void *unused)
{
    cell->v.real = 2.5;
    shared.parts.high = 3;
    *(int *)(arena + 16) = 3;
    return unused;
}

int main(void)
{
    pthread_t t;
    cell = calloc(1, sizeof *cell);
    arena = calloc(1, 64);
    cell->v.number = 1;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    double real = cell->v.real;
    cell->v.text = "x";
    shared.number++;
    *(int *)(arena + 16) = 4;
    assert(real < 2);
    return 0;
}
