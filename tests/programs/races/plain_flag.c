// expect: verified
// races: 2
// The flag is plain: it races itself, and does not order the data.
#include <pthread.h>

int data, ready;

static void *first(void *unused)
{
    data = 1; // RACE
    ready = 1; // RACE
    return unused;
}

static void *second(void *unused)
{
    if (ready) // RACE
        data = 2; // RACE
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
