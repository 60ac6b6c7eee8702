/* An update of the statistics may be lost, and nobody asks for them: the status is about something else. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits, last;

static void *work(void *number)
{
    hits = hits + 1;
    last = (int)(long)number;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return last == 1 ? 0 : 3;
}
