// expect: verified
// races: 1
// A local variable of main is shared when its address is.
#include <pthread.h>

static void *work(void *counter)
{
    ++*(int *)counter; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t;
    int counter = 0;
    pthread_create(&t, NULL, work, &counter);
    counter = 5; // RACE
    pthread_join(t, NULL);
    return 0;
}
