// expect: bug exit-status
// options: --exit-status
// The program tells of its failure by its exit status.
#include <pthread.h>

static int first;

static void *work(void *value)
{
    if (first == 0)
        first = (int)(long)value;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return first == 1 ? 0 : 3;
}
