/* pointer.c - a function without hooks that is called through a pointer which its library gave to the program. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>

static const struct helper_operations *operations;
static int sum;

static void *worker(void *argument)
{
    (void)argument;
    for (int i = 0; i < 2; i++)
        operations->add(&sum, 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    operations = helper_operations();
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 4);
    return 0;
}
