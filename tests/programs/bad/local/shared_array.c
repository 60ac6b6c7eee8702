// expect: bug assertion "total"
// A local array, its elements read one by one while a thread fills it.
#include <assert.h>
#include <pthread.h>

static void *fill(void *numbers)
{
    for (int i = 0; i < 3; i++)
        ((int *)numbers)[i] = i + 1;
    return NULL;
}

int main(void)
{
    int numbers[3] = {0}, total = 0;
    pthread_t t;
    pthread_create(&t, NULL, fill, numbers);
    for (int i = 0; i < 3; i++)
        total += numbers[i];
    pthread_join(t, NULL);
    assert(total == 0 || total == 6); // BUG HERE
    return 0;
}
