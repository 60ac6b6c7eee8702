/* lastzero.c - thread i of THREADS adds one to what thread i - 1 leaves behind, another one looks for the last zero from behind. An example
 * of "Optimal dynamic partial order reduction" (Abdulla, Aronsson, Jonsson, Sagonas), written from its description. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int array[THREADS + 1];

static void *search(void *unused)
{
    int i = THREADS;
    while (atomic_load(&array[i]) != 0)
        i--;
    return unused;
}

static void *add(void *argument)
{
    int i = (int)(long)argument;
    atomic_store(&array[i], atomic_load(&array[i - 1]) + 1);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS + 1];
    pthread_create(&t[0], NULL, search, NULL);
    for (long i = 1; i <= THREADS; i++)
        pthread_create(&t[i], NULL, add, (void *)i);
    for (int i = 0; i <= THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
