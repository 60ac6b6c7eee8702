// expect: verified
// Arrays whose length is known when the function is called, and alloca, handed down to other functions.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static __attribute__((noinline)) void fill(int *numbers, int n)
{
    for (int i = 0; i < n; i++)
        numbers[i] = i;
}

static void *work(void *argument)
{
    int n = *(int *)argument, array[n];
    int *more = alloca((unsigned)n * sizeof *more);
    fill(array, n);
    fill(more, n);
    assert(array[n - 1] == n - 1 && more[0] == 0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int n = 9;
    pthread_create(&t, NULL, work, &n);
    pthread_join(t, NULL);
    return 0;
}
