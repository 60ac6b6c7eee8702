/* lastzero.c - the program of Abdulla, Aronsson, Jonsson, Sagonas (POPL 2014): thread i writes cell i, which is one more than cell
 * i - 1; one thread looks for the last zero from the end. (THREADS + 2) * 2^(THREADS - 3) traces. With UNJOINED nobody waits for them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 6 /* the one that looks is one of them */
#endif

static atomic_int cell[THREADS];
static int found;

static void *look(void *unused)
{
    int i = THREADS - 1;
    while (cell[i] != 0)
        i--;
    found = i;
    return unused;
}

static void *count(void *argument)
{
    int i = (int)(long)argument;
    int before = cell[i - 1];
    cell[i] = before + 1;
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    pthread_create(&t[0], NULL, look, NULL);
    for (long i = 1; i < THREADS; i++)
        pthread_create(&t[i], NULL, count, (void *)i);
#ifndef UNJOINED
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
#endif
    assert(found < THREADS);
    return 0;
}
