// expect: verified
// races: 1
// ends: 2
// Two plain racing writes: a race, but nothing that the program asserts breaks. Either write may be the last.
#include <assert.h>
#include <pthread.h>

static int last;

static void *work(void *value)
{
    last = (int)(long)value; // RACE
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(last == 1 || last == 2);
    return 0;
}
