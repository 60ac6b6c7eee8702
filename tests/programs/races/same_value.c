// expect: verified
// races: 1
// Both write the same value: a race all the same.
#include <pthread.h>

int done;

static void *first(void *unused)
{
    done = 1; // RACE
    return unused;
}

static void *second(void *unused)
{
    done = 1; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
