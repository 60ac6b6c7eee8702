/* Ends with status 3 if the second thread is faster. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first;

static void *run(void *number)
{
    pthread_mutex_lock(&m);
    first = first ? first : *(int *)number;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t x, y;
    int one = 1, two = 2;
    pthread_create(&x, NULL, run, &one);
    pthread_create(&y, NULL, run, &two);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return first == 1 ? 0 : 3;
}
