// expect: verified
// races: 8
// Every variable races with itself: eight pairs of places that are alike, of which none may be taken for another.
#include <pthread.h>

int a, b, c, d, e, f, g, h;

static void *first(void *unused)
{
    a = 1; // RACE
    b = 1; // RACE
    c = 1; // RACE
    d = 1; // RACE
    e = 1; // RACE
    f = 1; // RACE
    g = 1; // RACE
    h = 1; // RACE
    return unused;
}

static void *second(void *unused)
{
    h = 2; // RACE
    g = 2; // RACE
    f = 2; // RACE
    e = 2; // RACE
    d = 2; // RACE
    c = 2; // RACE
    b = 2; // RACE
    a = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&other, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
