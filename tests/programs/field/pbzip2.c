// expect: bug misuse
// Shape: pbzip2 0.9.4 (Yu and Narayanasamy's bug set): main destroys the queue's mutex when it thinks the work is done, while
// a consumer still uses it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct queue { pthread_mutex_t mut; int blocks; };
static struct queue *fifo;
static atomic_int all_done;

static void *consumer(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&fifo->mut);
        if (fifo->blocks == 0) {
            atomic_store(&all_done, 1);
            pthread_mutex_unlock(&fifo->mut);
            return unused;
        }
        fifo->blocks--;
        pthread_mutex_unlock(&fifo->mut);
    }
}

int main(void)
{
    pthread_t t;
    fifo = calloc(1, sizeof *fifo);
    pthread_mutex_init(&fifo->mut, NULL);
    fifo->blocks = 1;
    pthread_create(&t, NULL, consumer, NULL);
    while (!atomic_load(&all_done))
        ;
    pthread_mutex_destroy(&fifo->mut); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
