/* driver.c - two threads call the library, and say what must hold. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "greeting.h"

static void *caller(void *unused)
{
    assert(strcmp(greeting(), "hello") == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, caller, NULL);
    pthread_create(&b, NULL, caller, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
