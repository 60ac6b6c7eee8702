/* freed.c - memory that is used after it was freed, none of which is tracked. */
#include <pthread.h>
#include <stdlib.h>

static int *block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *uses(void *unused)
{
    pthread_mutex_lock(&lock);
    (*block)++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    block = malloc(sizeof *block);
    *block = 0;
    pthread_create(&t, NULL, uses, NULL);
    pthread_mutex_lock(&lock);
    free(block);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
