#include <pthread.h>
#include <stdio.h>

#include "queue.h"

static void *consumer(void *unused)
{
    printf("got %d\n", queue_get());
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    queue_put(1);
    queue_put(2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
