// expect: verified
// rand has one hidden state: the values of a seed come in order, whoever asks, also after going back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int value[2];

static void *work(void *argument)
{
    value[argument != NULL] = rand();
    return NULL;
}

int main(void)
{
    srand(7);
    int first = rand(), second = rand();
    assert(first != second);
    srand(7);
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert((value[0] == first && value[1] == second) || (value[0] == second && value[1] == first));
    unsigned seed = 3, again = 3;
    assert(rand_r(&seed) == rand_r(&again));
    return 0;
}
