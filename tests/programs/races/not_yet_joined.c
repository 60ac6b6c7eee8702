// expect: verified
// races: 1
// Joining orders what follows, not what was before.
#include <pthread.h>

int result;

static void *work(void *unused)
{
    result = 1; // RACE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int early = result; // RACE
    pthread_join(t, NULL);
    return result - 1 + (early > 1);
}
